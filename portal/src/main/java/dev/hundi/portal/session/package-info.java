/**
 * Who is signed in, with which rights, and what a transaction may see. Owns no table and
 * no topic.
 */
@NullMarked
package dev.hundi.portal.session;

import org.jspecify.annotations.NullMarked;
