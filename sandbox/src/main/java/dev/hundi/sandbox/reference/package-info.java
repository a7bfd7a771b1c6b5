/**
 * The API's document as pages for a browser, with everything they need served from here.
 * No tables, no topics.
 */
@NullMarked
package dev.hundi.sandbox.reference;

import org.jspecify.annotations.NullMarked;
