/**
 * {@code NOTIFY} of PostgreSQL as a wake-up between applications. A lost notification
 * costs delay, never work, because listeners also poll. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.notification;

import org.jspecify.annotations.NullMarked;
