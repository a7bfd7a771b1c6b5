/**
 * The whole platform through its real doors: signed HTTP in, the bank's own ledger and
 * the merchant's webhooks out.
 */
@NullMarked
package dev.hundi.sandbox;

import org.jspecify.annotations.NullMarked;
