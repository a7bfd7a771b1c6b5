@NullMarked
package dev.hundi.bank;

import org.jspecify.annotations.NullMarked;
