/**
 * Tests of every rule in the specification's tables over HTTP, and of the isolation of
 * businesses. Top-ups, debits and bank answers use the actions of the schema. Owns no
 * table and no topic.
 */
@NullMarked
package dev.hundi.api.conformance;

import org.jspecify.annotations.NullMarked;
