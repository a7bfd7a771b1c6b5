package dev.hundi.api.answer;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

import org.slf4j.Logger;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * Distinguishes outages, which are temporary, from bugs.
 */
public final class Outages {

	/**
	 * PostgreSQL's {@code lock_not_available} and, after a failover,
	 * {@code read_only_sql_transaction}. Spring categorizes neither.
	 */
	private static final Set<String> STATES = Set.of("55P03", "25006");

	private Outages() {
	}

	/**
	 * Logs an unexpected failure and returns its refusal. An outage affects every
	 * request, so it is logged without stack trace.
	 * @param doing what failed, without secrets
	 */
	public static Refusal refusalOf(Throwable failure, Logger logger, String doing) {
		boolean outage = isOutage(failure);
		if (outage) {
			logger.warn("{}: {}", doing, NestedExceptionUtils.getMostSpecificCause(failure).toString());
		}
		else {
			logger.error(doing, failure);
		}
		return new Refusal(outage ? ErrorCode.TEMPORARILY_UNAVAILABLE : ErrorCode.INTERNAL_ERROR);
	}

	private static boolean isOutage(Throwable failure) {
		Throwable cause = failure;
		// Bounded, because a chain of causes may be cyclic.
		for (int depth = 0; cause != null && depth < 16; depth++) {
			if (cause instanceof DataAccessResourceFailureException || cause instanceof TransientDataAccessException
					|| cause instanceof RecoverableDataAccessException
					|| cause instanceof CannotCreateTransactionException || cause instanceof SQLTransientException
					|| cause instanceof SQLRecoverableException || (cause instanceof SQLException sql
							&& sql.getSQLState() instanceof String state && STATES.contains(state))) {
				return true;
			}
			cause = cause.getCause();
		}
		return false;
	}

}
