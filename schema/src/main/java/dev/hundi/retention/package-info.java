/**
 * How long personal data is kept, and its erasure: by age in housekeeping, and for one
 * person by {@code ./hundi personal-data}. Lists every column that holds personal data.
 * Owns {@code housekeeping_proof}, {@code personal_data_request} and
 * {@code personal_data_erasure}; erases personal fields of other tables by functions of
 * the schema, which keep what the law requires; no topic.
 */
@NullMarked
package dev.hundi.retention;

import org.jspecify.annotations.NullMarked;
