/**
 * The pages of a business's approvals: payouts that wait for people, and the rules by
 * which they do. Owns no table; no topic.
 */
@NullMarked
package dev.hundi.portal.approval;

import org.jspecify.annotations.NullMarked;
