/**
 * The stream-processors application: its start, its settings and the names of the
 * processors it can run. Reads and writes nothing itself.
 */
@NullMarked
package dev.hundi.stream;

import org.jspecify.annotations.NullMarked;
