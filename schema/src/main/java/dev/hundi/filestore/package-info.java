/**
 * Files that applications share: exports and uploads, in a directory of api, batch-jobs
 * and the portals. Owns no table; the owner of a file stores its name in a row.
 */
@NullMarked
package dev.hundi.filestore;

import org.jspecify.annotations.NullMarked;
