@NullMarked
package dev.hundi.wallet;

import org.jspecify.annotations.NullMarked;
