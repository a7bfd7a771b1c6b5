/**
 * What machines of the staff ask for with an access token, and what the staff asks of
 * other processes. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.command;

import org.jspecify.annotations.NullMarked;
