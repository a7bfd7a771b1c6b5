/** What several test packages of this application share. */
@NullMarked
package dev.hundi.batch.testing;

import org.jspecify.annotations.NullMarked;
