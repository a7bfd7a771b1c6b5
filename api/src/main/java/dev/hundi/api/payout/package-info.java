/**
 * The payout endpoints. Accepts payouts and reads {@code payout} and {@code payout_event}
 * through the schema's stores. Other applications process accepted payouts.
 */
@NullMarked
package dev.hundi.api.payout;

import org.jspecify.annotations.NullMarked;
