/**
 * Binary COPY into PostgreSQL: the encoder of its rows and a sender on a thread of its
 * own. It owns no table.
 */
@NullMarked
package dev.hundi.copy;

import org.jspecify.annotations.NullMarked;
