/**
 * The API application: the signed REST API over the schema's stores. Reads and writes no
 * topic; what it stores reaches Kafka by the change stream.
 */
@NullMarked
package dev.hundi.api;

import org.jspecify.annotations.NullMarked;
