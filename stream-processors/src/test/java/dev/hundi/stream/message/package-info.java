/** Reading and writing messages. */
@NullMarked
package dev.hundi.stream.message;

import org.jspecify.annotations.NullMarked;
