/**
 * Sends the letters of the portal's audience: texts from the message bundles, over SMTP.
 * Reads and updates {@code letter}, which {@code dev.hundi.letter} owns; no topic.
 */
@NullMarked
package dev.hundi.portal.mail;

import org.jspecify.annotations.NullMarked;
