@NullMarked
package dev.hundi.payout;

import org.jspecify.annotations.NullMarked;
