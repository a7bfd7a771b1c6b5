/**
 * How amounts of money are written and read. Inside Hundi an amount is a {@code long} of
 * paise; this package is the only one that turns paise into rupee text and back. It owns
 * no table.
 */
@NullMarked
package dev.hundi.money;

import org.jspecify.annotations.NullMarked;
