/**
 * Rules of the messages' bytes.
 */
@NullMarked
package dev.hundi.message;

import org.jspecify.annotations.NullMarked;
