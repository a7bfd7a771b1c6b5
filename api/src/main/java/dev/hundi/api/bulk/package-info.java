/**
 * {@code /v1/bulk-payouts}: takes uploads, shows how far they are row by row, and takes
 * the decision to release or cancel them. Stores one row and the file; batch-jobs does
 * the rest. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.bulk;

import org.jspecify.annotations.NullMarked;
