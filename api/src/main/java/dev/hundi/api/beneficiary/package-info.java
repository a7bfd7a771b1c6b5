/**
 * The beneficiary endpoints. Writes {@code beneficiary} and {@code beneficiary_event}
 * through the schema's stores.
 */
@NullMarked
package dev.hundi.api.beneficiary;

import org.jspecify.annotations.NullMarked;
