package dev.hundi.api.auth;

/**
 * The two signing schemes, chosen by {@code x-service-sig-version}.
 */
enum SignatureVersion {

	/** Method, path, time and body; no query, no nonce. */
	V1,

	/** Method, host, path with query, key, time, nonce and the hash of the body. */
	V2

}
