/**
 * Bulk files: loads what merchants upload, releases what they approve, and counts how it
 * ended. Claims rows of {@code bulk_file}, fills {@code bulk_row}, and makes payouts
 * through the money kernel; reads uploads from the file store. At the operators' door,
 * how many people the files of a business need. No topic: payouts reach the stream by
 * their events, like any other.
 */
@NullMarked
package dev.hundi.batch.bulk;

import org.jspecify.annotations.NullMarked;
