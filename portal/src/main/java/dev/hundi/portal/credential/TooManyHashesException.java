package dev.hundi.portal.credential;

import java.io.Serial;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** More passwords than the processors can hash. */
@ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
public final class TooManyHashesException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1L;

}
