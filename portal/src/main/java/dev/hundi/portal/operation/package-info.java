/**
 * What the staff operates: businesses with their wallet rules, API access, prices and
 * limits, and nodal accounts. Prices, limits and nodal accounts are proposed by one
 * person and take effect when another approves; {@code DecideProposals} does the same for
 * statement profiles and rules of reconciliation. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.operation;

import org.jspecify.annotations.NullMarked;
