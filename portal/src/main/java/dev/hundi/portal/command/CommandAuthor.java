package dev.hundi.portal.command;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * How columns such as {@code maker} and {@code checker} name the signed-in person: by its
 * e-mail address, which belongs to one person and never changes.
 */
@StaffOnly
@Component
public class CommandAuthor {

	private static final int MAX_CHARS = 100;

	private final CurrentPerson current;

	CommandAuthor(CurrentPerson current) {
		this.current = current;
	}

	/** Refuses a person whose name does not fit into the columns of the books. */
	public void requireName() {
		name();
	}

	/** The e-mail address of the signed-in person. */
	public String name() {
		String email = this.current.get().email();
		if (email.length() > MAX_CHARS) {
			throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT,
					"The e-mail address of a person who acts on the books must have at most 100 characters");
		}
		return email;
	}

}
