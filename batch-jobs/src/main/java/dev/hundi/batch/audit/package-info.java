/**
 * Writes signed checkpoints of the audit chains to the file store. Reads the table
 * {@code audit_chain}.
 */
@NullMarked
package dev.hundi.batch.audit;

import org.jspecify.annotations.NullMarked;
