/**
 * The finance desk of the staff: the worklist of breaks with their evidence, comments and
 * resolutions, the runs that close the days, and the rules by which they do. Asks
 * batch-jobs for everything that changes the books, by {@code operator_request}; comments
 * and evidence are its own acts. Owns no table and no topic;
 * {@code dev.hundi.reconciliation} does.
 */
@NullMarked
package dev.hundi.portal.finance;

import org.jspecify.annotations.NullMarked;
