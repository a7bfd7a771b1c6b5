/**
 * The people of a business or of the staff: roles, invitations, recovery. Owns no table
 * and no topic.
 */
@NullMarked
package dev.hundi.portal.team;

import org.jspecify.annotations.NullMarked;
