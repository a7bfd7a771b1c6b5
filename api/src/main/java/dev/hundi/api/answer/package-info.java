/**
 * What every answer of the API has in common: the envelope, the error codes with cause
 * and remedy, and the refusals that carry one. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.answer;

import org.jspecify.annotations.NullMarked;
