/**
 * Background loops. {@link dev.hundi.work.LeasedWork} claims items of a database queue
 * under a lease and runs them on worker threads; {@link dev.hundi.work.RepeatedWork}
 * repeats a round with a pause; {@link dev.hundi.work.LookForWork} wakes such rounds when
 * something is due. {@link dev.hundi.work.ElectedCopy} elects the one copy of an
 * application that does some work. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.work;

import org.jspecify.annotations.NullMarked;
