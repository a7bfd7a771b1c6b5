/** Tests of the file exchange of the sandbox bank. */
@NullMarked
package dev.hundi.sandbox.bank.file;

import org.jspecify.annotations.NullMarked;
