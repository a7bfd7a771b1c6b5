/**
 * {@code ./hundi personal-data}. Apart from {@link dev.hundi.retention}, which every
 * application loads.
 */
@NullMarked
package dev.hundi.personaldata;

import org.jspecify.annotations.NullMarked;
