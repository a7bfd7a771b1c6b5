/**
 * The payout endpoints. Accepts payouts and reads {@code payout} and {@code payout_event}
 * through the schema's stores; everything after acceptance happens elsewhere.
 */
@NullMarked
package dev.hundi.api.payout;

import org.jspecify.annotations.NullMarked;
