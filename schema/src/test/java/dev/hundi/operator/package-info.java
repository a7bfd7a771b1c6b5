@NullMarked
package dev.hundi.operator;

import org.jspecify.annotations.NullMarked;
