/**
 * The one housekeeping job: removes expired nonces, events, bodies of webhooks, failed
 * sign-ins and Spring Batch's own old runs, erases personal data, and creates and drops
 * monthly partitions. The {@link dev.hundi.batch.housekeeping.HousekeepingStep} beans of
 * other packages are steps of it, too (files of exports, uploads of bulk files). Owns no
 * table and no topic.
 */
@NullMarked
package dev.hundi.batch.housekeeping;

import org.jspecify.annotations.NullMarked;
