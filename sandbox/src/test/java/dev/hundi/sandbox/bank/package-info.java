@NullMarked
package dev.hundi.sandbox.bank;

import org.jspecify.annotations.NullMarked;
