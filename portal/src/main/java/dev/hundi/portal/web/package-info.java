/**
 * What all pages share: the filter chain, headers, cookies, assets, texts and errors.
 * Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.web;

import org.jspecify.annotations.NullMarked;
