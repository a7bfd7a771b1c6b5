/**
 * The Kafka topics and messages, and their JSON. Owns no table. Only the relay writes the
 * topics in {@link dev.hundi.stream.message.Topics#all()}.
 */
@NullMarked
package dev.hundi.stream.message;

import org.jspecify.annotations.NullMarked;
