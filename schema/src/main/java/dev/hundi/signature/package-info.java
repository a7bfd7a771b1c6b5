/**
 * Signatures of banks and of Hundi under what they exchange, and the rule which files of
 * a bank are trusted. Owns no table.
 */
@NullMarked
package dev.hundi.signature;

import org.jspecify.annotations.NullMarked;
