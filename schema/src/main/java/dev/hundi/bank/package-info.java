/**
 * What was sent to a bank and what became of it. Owns {@code bank_attempt},
 * {@code bank_callback} and {@code bank_conflict}; settles the payout, its postings and
 * its wallet in the same statement that records the bank's answer. A doubt stays a doubt
 * until the bank gives evidence.
 */
@NullMarked
package dev.hundi.bank;

import org.jspecify.annotations.NullMarked;
