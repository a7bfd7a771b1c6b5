/**
 * Rules of the messages' bytes.
 */
@NullMarked
package dev.hundi.stream.message;

import org.jspecify.annotations.NullMarked;
