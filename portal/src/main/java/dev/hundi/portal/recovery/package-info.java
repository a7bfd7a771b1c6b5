/**
 * Recovery of an OWNER by two members of the staff. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.recovery;

import org.jspecify.annotations.NullMarked;
