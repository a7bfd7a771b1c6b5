package dev.hundi.work;

import java.sql.SQLException;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.UncategorizedSQLException;

/**
 * Translates PostgreSQL's {@code lock_not_available}, which Spring does not categorize.
 */
public final class LockTimeouts {

	private LockTimeouts() {
	}

	/** The exception to throw in place of one: the same unless a lock timed out. */
	public static RuntimeException translate(UncategorizedSQLException failure) {
		return (NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException cause
				&& "55P03".equals(cause.getSQLState())) ? new CannotAcquireLockException("A lock timed out", failure)
						: failure;
	}

}
