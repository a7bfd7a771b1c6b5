/**
 * {@code GET /v1/wallet/transactions/export} and the later pick-up of exported files:
 * stores a row of {@code wallet_export}, waits for batch-jobs to write the file, and
 * sends it from the file store. No topic.
 */
@NullMarked
package dev.hundi.api.export;

import org.jspecify.annotations.NullMarked;
