/**
 * The bank itself, without its interfaces: takes transfer orders, pays each reference at
 * most once and keeps every booking in SQLite ({@code bank.db}). Independent of the
 * product, since tests compare the product with it.
 */
@NullMarked
package dev.hundi.sandbox.bank.ledger;

import org.jspecify.annotations.NullMarked;
