package dev.hundi.signature;

import com.nimbusds.jose.JOSEObjectType;

/**
 * What is signed. It is the {@code typ} of the signature, so that a signature under one
 * kind is never valid for another.
 */
public enum SignedKind {

	/** A request of ours; signs the request id, the method and the path. */
	REQUEST("bank-request+jws"),

	/** The answer to a request; signs the request id and the HTTP status. */
	ANSWER("bank-answer+jws"),

	/** A callback of a bank; its body has an event id. */
	CALLBACK("bank-callback+jws"),

	/** A file; signs its name and SHA-256. Valid for any time. */
	FILE("bank-file+jws");

	private final JOSEObjectType type;

	SignedKind(String type) {
		this.type = new JOSEObjectType(type);
	}

	JOSEObjectType type() {
		return this.type;
	}

	/** The {@code typ}. */
	@Override
	public String toString() {
		return this.type.toString();
	}

}
