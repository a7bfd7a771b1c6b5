/**
 * Files of payouts that merchants upload: received by the api, loaded, checked and
 * released by batch-jobs, told row by row. Owns {@code bulk_file},
 * {@code bulk_file_event}, {@code bulk_file_transition}, {@code bulk_row} and
 * {@code bulk_approval_tier}; payouts are made by {@code dev.hundi.payout}. Wakes the
 * applications by {@code NOTIFY}, and has no topic.
 */
@NullMarked
package dev.hundi.bulk;

import org.jspecify.annotations.NullMarked;
