/** The operators' door, from outside. */
@NullMarked
package dev.hundi.stream.operator;

import org.jspecify.annotations.NullMarked;
