/**
 * Tests of the hashes of passwords.
 */
@NullMarked
package dev.hundi.portal.credential;

import org.jspecify.annotations.NullMarked;
