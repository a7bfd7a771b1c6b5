/**
 * Texts of others that are stored or shown in part. It owns no table.
 */
@NullMarked
package dev.hundi.text;

import org.jspecify.annotations.NullMarked;
