/**
 * {@code NOTIFY} of PostgreSQL as a wake-up between applications. A lost one costs delay,
 * never work: whoever listens looks at the rows again and again anyway. Owns no table and
 * no topic.
 */
@NullMarked
package dev.hundi.notification;

import org.jspecify.annotations.NullMarked;
