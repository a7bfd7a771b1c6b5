/**
 * The API application: the signed REST API on top of the schema's stores. Reads and
 * writes no topic; its rows reach Kafka through the change stream.
 */
@NullMarked
package dev.hundi.api;

import org.jspecify.annotations.NullMarked;
