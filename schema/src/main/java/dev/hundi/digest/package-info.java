/**
 * SHA-256 digests of files, rows and signed content. It owns no table.
 */
@NullMarked
package dev.hundi.digest;

import org.jspecify.annotations.NullMarked;
