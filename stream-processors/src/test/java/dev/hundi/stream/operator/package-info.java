/** The operators' API over HTTP. */
@NullMarked
package dev.hundi.stream.operator;

import org.jspecify.annotations.NullMarked;
