package dev.hundi.batch.statement.intake;

import dev.hundi.filestore.FileStore;

/** The received statement files, which only batch-jobs reads and writes. */
record StatementStore(FileStore files) {
}
