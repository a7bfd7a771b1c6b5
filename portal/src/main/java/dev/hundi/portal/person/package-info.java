/**
 * The profile: name, sessions and credentials of the signed-in person. Owns no table and
 * no topic.
 */
@NullMarked
package dev.hundi.portal.person;

import org.jspecify.annotations.NullMarked;
