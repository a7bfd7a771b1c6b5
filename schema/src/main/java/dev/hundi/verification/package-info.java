/**
 * Name verifications: a business, or its onboarding, asks a bank for the holder's name of
 * an account or VPA, and pays for a result. Owns {@code name_verification}, whose rows
 * are request, timer and result; stream-processors asks the banks. The charge is posted
 * by {@link dev.hundi.wallet.ChargeVerification} in the transaction of the result.
 */
@NullMarked
package dev.hundi.verification;

import org.jspecify.annotations.NullMarked;
