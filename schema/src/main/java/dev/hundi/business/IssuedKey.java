package dev.hundi.business;

/**
 * A new API key with its signing key, which is shown only once.
 *
 * @param signingKey its UTF-8 bytes are the HMAC key
 */
public record IssuedKey(String apiKey, String signingKey) {

	/** Omits the secret, which must not reach a log. */
	@Override
	public String toString() {
		return "IssuedKey[apiKey=" + this.apiKey + "]";
	}

}
