/**
 * {@code /v1/bulk-payouts}: receives uploads, reports the progress of files and rows, and
 * releases or cancels files. Stores a row and the file; batch-jobs loads and pays it.
 * Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.bulk;

import org.jspecify.annotations.NullMarked;
