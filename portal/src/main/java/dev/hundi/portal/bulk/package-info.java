/**
 * The merchants' pages of bulk files: upload, progress, what the rows say, release and
 * downloads. Owns no table and no topic; the kernel's {@code bulk} package stores the
 * files and batch-jobs reads them.
 */
@NullMarked
package dev.hundi.portal.bulk;

import org.jspecify.annotations.NullMarked;
