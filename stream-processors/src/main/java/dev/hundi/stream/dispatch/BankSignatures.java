package dev.hundi.stream.dispatch;

import java.util.HashMap;
import java.util.Map;

import dev.hundi.signature.InvalidSignatureException;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.SignedKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ssl.SslBundles;

/** The signatures of the banks that sign, and the count of what was not trusted. */
class BankSignatures {

	/** What a bank sent. */
	enum Source {

		ANSWER, FILE

	}

	private static final Logger logger = LoggerFactory.getLogger(BankSignatures.class);

	private final Map<String, Signatures> banks = new HashMap<>();

	private final MeterRegistry meters;

	BankSignatures(Map<String, BankSettings> settings, SslBundles bundles, MeterRegistry meters) {
		this.meters = meters;
		settings.forEach((name, bank) -> {
			String bundle = bank.security().signatureBundle();
			if (bundle != null) {
				this.banks.put(name, Signatures.following(bundles, bundle,
						"hundi.dispatch.banks." + name + ".security.signature-bundle"));
			}
			// Registered at startup, so that alerts see the first increase.
			for (Source source : Source.values()) {
				counter(name, source);
			}
		});
	}

	/** Returns null if the bank does not sign. */
	@Nullable Signatures of(String bank) {
		return this.banks.get(bank);
	}

	/**
	 * Whether a bank that signs has signed the body of a callback.
	 * @param signature as received, null if there is none
	 */
	boolean signedCallback(String bank, @Nullable String signature, byte[] body) {
		Signatures ofBank = this.banks.get(bank);
		if (ofBank == null || signature == null) {
			return false;
		}
		try {
			ofBank.verify(SignedKind.CALLBACK, Map.of(), body, signature);
			return true;
		}
		catch (InvalidSignatureException ex) {
			logger.warn("Callback of bank {} is not trusted: {}", bank, ex.getMessage());
			return false;
		}
	}

	/** Records that something was not trusted. */
	void untrusted(String bank, Source source, String what, String reason) {
		counter(bank, source).increment();
		logger.error("{} of bank {} is not trusted: {}", what, bank, reason);
	}

	void untrusted(String bank, Source source, String what, InvalidSignatureException reason) {
		untrusted(bank, source, what, String.valueOf(reason.getMessage()));
	}

	private Counter counter(String bank, Source source) {
		return this.meters.counter("hundi.bank.untrusted", "bank", bank, "source", source.name());
	}

}
