/**
 * The first page of a business: its money, today's payouts, what waits for the person,
 * and figures of the last days. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.home;

import org.jspecify.annotations.NullMarked;
