/**
 * Payout files that merchants upload: received by the api, loaded, checked and released
 * by batch-jobs, reported row by row. Owns {@code bulk_file}, {@code bulk_file_event},
 * {@code bulk_file_transition}, {@code bulk_row}, {@code bulk_payee} and
 * {@code bulk_approval_tier}; {@code dev.hundi.payout} stores the payouts. Wakes the
 * applications by {@code NOTIFY}; uses no topic.
 */
@NullMarked
package dev.hundi.bulk;

import org.jspecify.annotations.NullMarked;
