/**
 * Bulk files: loads uploads, releases approved files as payouts, and counts how those
 * payouts end. Claims rows of {@code bulk_file}, fills {@code bulk_row}, creates payouts
 * through the money kernel, and reads uploads from the file store. No topic: the payouts
 * reach the stream by their events.
 */
@NullMarked
package dev.hundi.batch.bulk;

import org.jspecify.annotations.NullMarked;
