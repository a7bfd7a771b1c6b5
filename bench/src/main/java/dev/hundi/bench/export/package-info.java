/**
 * Exports of 50,000 wallet movements as csv, xls and pdf, against the least work for each
 * format.
 */
@NullMarked
package dev.hundi.bench.export;

import org.jspecify.annotations.NullMarked;
