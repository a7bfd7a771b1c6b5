@NullMarked
package dev.hundi.stream.dispatch;

import org.jspecify.annotations.NullMarked;
