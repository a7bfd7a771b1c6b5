/**
 * The one housekeeping job: removes expired nonces, Spring Batch's own old runs, and what
 * the {@link dev.hundi.batch.housekeeping.HousekeepingStep} beans of other packages
 * remove (files of exports, uploads of bulk files). Creates and drops the monthly
 * partitions of {@code webhook_attempt} and removes old bodies of
 * {@code webhook_delivery}. Deletes from {@code request_nonce} and {@code batch_*}; no
 * topic.
 */
@NullMarked
package dev.hundi.batch.housekeeping;

import org.jspecify.annotations.NullMarked;
