/**
 * Recovery of an OWNER, or of a person whom no OWNER can recover, by two members of the
 * staff. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.recovery;

import org.jspecify.annotations.NullMarked;
