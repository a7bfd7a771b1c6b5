/**
 * The application: start, settings and the wiring of the two audiences. Owns no table and
 * no topic.
 */
@NullMarked
package dev.hundi.portal;

import org.jspecify.annotations.NullMarked;
