/**
 * The one housekeeping job: removes expired nonces, Spring Batch's own old runs, and
 * whatever the {@link dev.hundi.batch.housekeeping.HousekeepingStep} beans of other
 * packages remove (files of exports, uploads of bulk files). Partition maintenance
 * belongs here as another such bean. Deletes from {@code request_nonce} and
 * {@code batch_*}; no topic.
 */
@NullMarked
package dev.hundi.batch.housekeeping;

import org.jspecify.annotations.NullMarked;
