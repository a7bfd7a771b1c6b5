/**
 * Payout targets of a business: bank accounts and VPAs. Owns {@code beneficiary},
 * {@code beneficiary_verification} and {@code beneficiary_event}, whose inserts the
 * change stream publishes to {@code hundi.beneficiary.v1}.
 */
@NullMarked
package dev.hundi.beneficiary;

import org.jspecify.annotations.NullMarked;
