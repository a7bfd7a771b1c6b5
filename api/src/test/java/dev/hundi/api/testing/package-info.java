/**
 * Shared by the tests of the API: a running API, a merchant, and a signing client that is
 * independent of the server's code.
 */
@NullMarked
package dev.hundi.api.testing;

import org.jspecify.annotations.NullMarked;
