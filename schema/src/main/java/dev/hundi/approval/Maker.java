package dev.hundi.approval;

import java.util.UUID;

/** Who asks for something. An API key can ask; only people decide. */
public sealed interface Maker {

	/** A person of the portal. */
	record OfPerson(UUID personId) implements Maker {
	}

	/** An API key of a business. */
	record OfApiKey(String apiKey) implements Maker {
	}

}
