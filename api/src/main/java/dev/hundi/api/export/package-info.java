/**
 * Exports of wallet movements: stores a row of {@code wallet_export}, waits for
 * batch-jobs to write the file, and sends it from the file store. No topic.
 */
@NullMarked
package dev.hundi.api.export;

import org.jspecify.annotations.NullMarked;
