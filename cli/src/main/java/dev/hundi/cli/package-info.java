/**
 * The operators' command line: {@code ./hundi webhooks}, {@code statements}, {@code bulk}
 * and so on become requests to the operator APIs of stream-processors and batch-jobs.
 * Depends on no other module and owns no table and no topic.
 */
@NullMarked
package dev.hundi.cli;

import org.jspecify.annotations.NullMarked;
