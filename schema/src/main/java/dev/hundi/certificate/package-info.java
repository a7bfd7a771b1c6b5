/**
 * A private certificate authority for the sandbox and the tests, where no company's
 * authority exists. Production uses certificates that the operator's authority issued.
 */
@NullMarked
package dev.hundi.certificate;

import org.jspecify.annotations.NullMarked;
