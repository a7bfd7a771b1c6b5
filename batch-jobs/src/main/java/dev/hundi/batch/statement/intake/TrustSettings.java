package dev.hundi.batch.statement.intake;

import dev.hundi.signature.FileTrust;
import dev.hundi.signature.Signatures;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundles;

/**
 * Which files of the watched folders are trusted: {@code hundi.statement.trust.*}.
 *
 * @param signatureBundle name of the {@code spring.ssl.bundle.pem} with the certificates
 * that may sign statements; null if no bank signs
 * @param transferUser user of the process that transfers files, by name or number: its
 * files are trusted without a signature; null if all must be signed
 */
record TrustSettings(@Nullable String signatureBundle, @Nullable String transferUser) {

	boolean isEmpty() {
		return this.signatureBundle == null && this.transferUser == null;
	}

	FileTrust open(SslBundles bundles) {
		Signatures signatures = (this.signatureBundle != null)
				? Signatures.following(bundles, this.signatureBundle, "hundi.statement.trust.signature-bundle") : null;
		return new FileTrust(signatures, this.transferUser);
	}

}
