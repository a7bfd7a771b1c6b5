/**
 * How the processors repeat work that is driven by rows rather than by messages.
 */
@NullMarked
package dev.hundi.stream.work;

import org.jspecify.annotations.NullMarked;
