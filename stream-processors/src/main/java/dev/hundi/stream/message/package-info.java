/**
 * What travels through Kafka: the topics, the envelopes and their bytes. Owns no table;
 * names every topic. The change stream is the only writer of the topics in
 * {@link dev.hundi.stream.message.Topics#all()}.
 */
@NullMarked
package dev.hundi.stream.message;

import org.jspecify.annotations.NullMarked;
