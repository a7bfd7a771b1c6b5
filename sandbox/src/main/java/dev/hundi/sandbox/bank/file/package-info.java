/**
 * Exchange of ISO 20022 files with a client: pain.001 in; pain.002, camt.054 and account
 * statements out. Owns no table.
 */
@NullMarked
package dev.hundi.sandbox.bank.file;

import org.jspecify.annotations.NullMarked;
