/**
 * Access tokens of the staff: their page, the page that confirms a device login, and the
 * filter chain that authenticates programs. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.token;

import org.jspecify.annotations.NullMarked;
