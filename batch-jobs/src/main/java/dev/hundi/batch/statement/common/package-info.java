/**
 * What the readers of all statement formats share: the draft of a line, clean texts,
 * forms of network references and the rules that read narrations. Owns no table, reads
 * and writes no topic.
 */
@NullMarked
package dev.hundi.batch.statement.common;

import org.jspecify.annotations.NullMarked;
