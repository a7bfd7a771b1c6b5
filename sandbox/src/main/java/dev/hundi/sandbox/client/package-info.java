/**
 * A merchant client with signed requests, written from the specification and not from the
 * code of the API, so that each verifies the other. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.sandbox.client;

import org.jspecify.annotations.NullMarked;
