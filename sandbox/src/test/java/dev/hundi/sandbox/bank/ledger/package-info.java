/** Tests of the records of the sandbox bank. */
@NullMarked
package dev.hundi.sandbox.bank.ledger;

import org.jspecify.annotations.NullMarked;
