@NullMarked
package dev.hundi.stream.sweep;

import org.jspecify.annotations.NullMarked;
