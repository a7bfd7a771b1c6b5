/**
 * With what programs of a member of the staff call the staff portal: personal access
 * tokens, and tokens of device logins. Owns the tables {@code access_token} and
 * {@code device_login}; no topic.
 */
@NullMarked
package dev.hundi.token;

import org.jspecify.annotations.NullMarked;
