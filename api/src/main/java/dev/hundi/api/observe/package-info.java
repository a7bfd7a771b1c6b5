/**
 * Request ids, timers and access log. Depends on no other package of the API, so that all
 * of them can use it. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.observe;

import org.jspecify.annotations.NullMarked;
