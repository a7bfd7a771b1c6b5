/**
 * What the API's tests share: a running API, a merchant, and a signing client that knows
 * only the specification.
 */
@NullMarked
package dev.hundi.api.testing;

import org.jspecify.annotations.NullMarked;
