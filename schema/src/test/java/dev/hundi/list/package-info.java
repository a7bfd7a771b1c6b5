/**
 * Tests of the parameters of lists.
 */
@NullMarked
package dev.hundi.list;

import org.jspecify.annotations.NullMarked;
