package dev.hundi.api.auth;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.digest.Sha256;

/**
 * Computes signatures. Pools the engines, because creating one costs more than a short
 * HMAC, and virtual threads are too many for one engine each.
 */
final class Signatures {

	private static final int MAX_KEPT = 64;

	private static final String ALGORITHM = "HmacSHA256";

	private static final byte[] NO_KEY = new byte[52];

	private final ArrayBlockingQueue<Engines> idle = new ArrayBlockingQueue<>(MAX_KEPT);

	/** The signing key used in place of that of an unknown API key. */
	static byte[] noKey() {
		return NO_KEY.clone();
	}

	/** Whether the signature of a request is valid, compared in constant time. */
	boolean match(SignedRequest request, byte[] signingKey) {
		byte[] sent = HexFormat.of().parseHex(request.headers().signature());
		return MessageDigest.isEqual(sent, sign(request, signingKey));
	}

	byte[] sign(SignedRequest request, byte[] signingKey) {
		Engines engines = this.idle.poll();
		if (engines == null) {
			engines = Engines.create();
		}
		byte[] signature = engines.sign(request, signingKey);
		this.idle.offer(engines);
		return signature;
	}

	private record Engines(Mac mac, MessageDigest sha256) {

		static Engines create() {
			try {
				return new Engines(Mac.getInstance(ALGORITHM), Sha256.newDigest());
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException("Every Java platform supports " + ALGORITHM, ex);
			}
		}

		byte[] sign(SignedRequest request, byte[] signingKey) {
			try {
				this.mac.init(new SecretKeySpec(signingKey, ALGORITHM));
				return this.mac.doFinal(request.canonical(this.sha256));
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException("Invalid signing key", ex);
			}
		}

	}

}
