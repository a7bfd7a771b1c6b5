/**
 * Who is signed in, with which rights, what a transaction may see, and which forms have
 * acted. Owns the table {@code submitted_form}; no topic.
 */
@NullMarked
package dev.hundi.portal.session;

import org.jspecify.annotations.NullMarked;
