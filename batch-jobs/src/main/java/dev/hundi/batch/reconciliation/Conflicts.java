package dev.hundi.batch.reconciliation;

import java.util.function.Supplier;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What cannot be done as things stand is the caller's to know, not an error of ours.
 */
final class Conflicts {

	private Conflicts() {
	}

	static <T> T tell(Supplier<T> work) {
		try {
			return work.get();
		}
		catch (IllegalStateException ex) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, ex.getMessage(), ex);
		}
	}

}
