package dev.hundi.api.auth;

/**
 * The two signing schemes, chosen by {@code x-service-sig-version}.
 */
enum SignatureVersion {

	/** Signs method, path, time and body. Has no query and no nonce. */
	V1(1),

	/** Signs method, host, path with query, key, time, nonce and the hash of the body. */
	V2(2);

	private final int number;

	SignatureVersion(int number) {
		this.number = number;
	}

	int number() {
		return this.number;
	}

}
