/**
 * Signed HTTP callbacks about payments that changed. Owns no table.
 */
@NullMarked
package dev.hundi.sandbox.bank.callback;

import org.jspecify.annotations.NullMarked;
