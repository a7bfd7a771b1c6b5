/**
 * The merchants' pages of beneficiaries: list, search, changes, trail, and import from
 * csv. Owns no table and no topic; {@code dev.hundi.beneficiary} stores them.
 */
@NullMarked
package dev.hundi.portal.beneficiary;

import org.jspecify.annotations.NullMarked;
