/**
 * Search from every page of the merchants' portal. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.search;

import org.jspecify.annotations.NullMarked;
