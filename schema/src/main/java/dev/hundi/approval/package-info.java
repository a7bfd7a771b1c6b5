/**
 * Two people: what one asks for and others approve or reject. The database refuses a
 * checker who is the maker, the same checker twice, and a decision on other content than
 * was asked for. Owns the tables {@code approval}, {@code approval_decision},
 * {@code approval_checker} and {@code proposed_change}.
 */
@NullMarked
package dev.hundi.approval;

import org.jspecify.annotations.NullMarked;
