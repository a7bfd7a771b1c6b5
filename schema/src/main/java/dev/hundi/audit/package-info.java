/**
 * The record of every act of a person: insert-only, chained by hashes, one chain for each
 * business and one for the staff, with signed checkpoints in the file store. Owns the
 * tables {@code audit_event} and {@code audit_chain}.
 */
@NullMarked
package dev.hundi.audit;

import org.jspecify.annotations.NullMarked;
