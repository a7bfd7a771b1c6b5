package dev.hundi.batch.reconciliation;

import java.util.function.Supplier;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Reports an operation that the current state does not allow as 409 Conflict. */
final class Conflicts {

	private Conflicts() {
	}

	static <T> T orConflict(Supplier<T> work) {
		try {
			return work.get();
		}
		catch (IllegalStateException ex) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, ex.getMessage(), ex);
		}
	}

}
