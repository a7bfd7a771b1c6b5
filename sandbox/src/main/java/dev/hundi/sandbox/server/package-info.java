/**
 * The servers a platform needs, run on one machine without an engine: PostgreSQL, Kafka
 * and any Java program as a child process. Each keeps its data in a directory, says
 * clearly why it cannot start, and never outlives its launcher for long. No tables, no
 * topics of its own.
 */
@NullMarked
package dev.hundi.sandbox.server;

import org.jspecify.annotations.NullMarked;
