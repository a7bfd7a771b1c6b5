/**
 * The guide and the API reference for browsers, without external resources. Owns no table
 * and no topic.
 */
@NullMarked
package dev.hundi.sandbox.reference;

import org.jspecify.annotations.NullMarked;
