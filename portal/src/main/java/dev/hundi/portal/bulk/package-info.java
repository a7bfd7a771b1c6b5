/**
 * The merchants' pages of bulk files: upload, progress, what the rows say, release and
 * downloads. Owns no table and no topic; {@code dev.hundi.bulk} stores the files and
 * batch-jobs reads them.
 */
@NullMarked
package dev.hundi.portal.bulk;

import org.jspecify.annotations.NullMarked;
