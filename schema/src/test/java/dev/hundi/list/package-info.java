/** Tests of what lists are asked by. */
@NullMarked
package dev.hundi.list;

import org.jspecify.annotations.NullMarked;
