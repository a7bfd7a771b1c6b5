/**
 * The merchants' pages of beneficiaries: list, search, changes, trail, and import from
 * csv. Owns no table and no topic; the kernel's {@code beneficiary} package stores them.
 */
@NullMarked
package dev.hundi.portal.beneficiary;

import org.jspecify.annotations.NullMarked;
