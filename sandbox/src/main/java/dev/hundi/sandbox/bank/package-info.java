/**
 * The sandbox bank: a program of its own that takes payment orders over HTTP, keeps a
 * durable record of every one in SQLite and pays each reference at most once. Certain
 * targets and {@code POST /behaviour} force the outcomes that a payout platform must
 * expect of a bank: refusals, pending orders, returned money, answers that never come.
 * Its ledger is the evidence of what was really paid. Tables {@code payment} and
 * {@code ledger} of {@code bank.db}; no topics.
 */
@NullMarked
package dev.hundi.sandbox.bank;

import org.jspecify.annotations.NullMarked;
