@NullMarked
package dev.hundi.retention;

import org.jspecify.annotations.NullMarked;
