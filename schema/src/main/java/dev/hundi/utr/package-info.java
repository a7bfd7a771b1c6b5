/**
 * The canonical form of UTRs and virtual account numbers. Every value is converted where
 * it enters, and the database accepts no other form. And the form of numbers that have
 * lost digits. It owns no table.
 */
@NullMarked
package dev.hundi.utr;

import org.jspecify.annotations.NullMarked;
