/**
 * Child processes of a platform: PostgreSQL, Kafka and Java programs, without a container
 * engine. Each keeps its data in a directory, explains a failed start and ends with its
 * launcher. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.sandbox.server;

import org.jspecify.annotations.NullMarked;
