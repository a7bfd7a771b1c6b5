@NullMarked
package dev.hundi.stream.debit;

import org.jspecify.annotations.NullMarked;
