/**
 * How long the certificates of PostgreSQL and Kafka are valid. Owns no table.
 */
@NullMarked
package dev.hundi.stream.certificate;

import org.jspecify.annotations.NullMarked;
