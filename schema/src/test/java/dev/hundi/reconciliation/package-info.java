@NullMarked
package dev.hundi.reconciliation;

import org.jspecify.annotations.NullMarked;
