/**
 * The operators' command line: {@code ./hundi webhooks}, {@code statements}, {@code bulk}
 * and so on become requests to the staff portal, as the person who has signed in.
 * Depends on no other module and owns no table and no topic.
 */
@NullMarked
package dev.hundi.cli;

import org.jspecify.annotations.NullMarked;
