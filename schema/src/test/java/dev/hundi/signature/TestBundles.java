package dev.hundi.signature;

import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

import dev.hundi.certificate.Identity;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStore;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;

/** SSL bundles of certificates in memory. */
public final class TestBundles {

	private TestBundles() {
	}

	/** A bundle of one side of TLS or of a signature. */
	public static SslBundle of(@Nullable Identity own, X509Certificate... trusted) {
		PemSslStore keys = (own != null) ? PemSslStore.of(List.of(own.certificate()), own.key()) : null;
		return SslBundle.of(new PemSslStoreBundle(keys, PemSslStore.of(List.of(trusted), null)));
	}

	/** A bundle that trusts the other side's certificates themselves. */
	public static SslBundle pinned(Identity own, Identity... trusted) {
		return of(own, Arrays.stream(trusted).map(Identity::certificate).toArray(X509Certificate[]::new));
	}

	/** The signatures of both sides: ours first, then the bank's. */
	public static Signatures[] pair(Identity ours, Identity theirs) {
		return new Signatures[] { Signatures.of(pinned(ours, theirs)), Signatures.of(pinned(theirs, ours)) };
	}

}
