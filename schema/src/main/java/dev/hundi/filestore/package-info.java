/**
 * Files that applications hand to each other: exported and uploaded ones, in a directory
 * that api and batch-jobs share. Owns no table; whoever stores a file keeps its name in a
 * row.
 */
@NullMarked
package dev.hundi.filestore;

import org.jspecify.annotations.NullMarked;
