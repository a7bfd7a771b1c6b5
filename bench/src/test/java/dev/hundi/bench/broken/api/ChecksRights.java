package dev.hundi.bench.broken.api;

import org.springframework.security.access.prepost.PostAuthorize;

/** Carries an annotation that no application enforces. */
final class ChecksRights {

	@PostAuthorize("denyAll")
	int balance() {
		return 0;
	}

}
