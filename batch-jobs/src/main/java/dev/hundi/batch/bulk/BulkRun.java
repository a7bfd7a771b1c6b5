package dev.hundi.batch.bulk;

import dev.hundi.bulk.ClaimedBulkFile;

/**
 * One execution of a job for a claimed file.
 *
 * @param pace shared by the partitions of a release
 */
record BulkRun(ClaimedBulkFile file, ReleasePace pace) {
}
