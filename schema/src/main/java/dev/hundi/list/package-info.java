/**
 * Parameters of lists: a page, a window of time and a search phrase. Owns no table and no
 * topic.
 */
@NullMarked
package dev.hundi.list;

import org.jspecify.annotations.NullMarked;
