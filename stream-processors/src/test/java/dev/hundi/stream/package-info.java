/** The application as a whole. */
@NullMarked
package dev.hundi.stream;

import org.jspecify.annotations.NullMarked;
