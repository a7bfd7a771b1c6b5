/**
 * What operators see of the requests: an id for each, a timer, a line in the log. Knows
 * no other package of the API, so that every one of them may tell it something. Owns no
 * table and no topic.
 */
@NullMarked
package dev.hundi.api.observe;

import org.jspecify.annotations.NullMarked;
