/**
 * The page on which a maker pays: to an existing or a new beneficiary, with charges and
 * warnings before the payout is made. Owns no table; no topic.
 */
@NullMarked
package dev.hundi.portal.pay;

import org.jspecify.annotations.NullMarked;
