package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.signature.Signatures;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Receives callbacks of banks: {@code POST /bank-callbacks/{bank}}, signed over the exact
 * bytes with a key of that bank ({@link CallbackKeys}, or {@link Signatures} if the bank
 * has them). Responds 204 once the callback is stored; banks retry after any other
 * status. An invalid or stale signature, an unknown bank and a bank without keys all get
 * 401.
 */
@RestController
class ReceiveCallback {

	private static final Logger logger = LoggerFactory.getLogger(ReceiveCallback.class);

	private static final int MAX_BYTES = 16 * 1024;

	private static final String NOT_SIGNED = "NOT_SIGNED";

	/** In place of the name of a bank that is not configured. */
	private static final String UNKNOWN = "unknown";

	private static final JsonMapper mapper = new JsonMapper();

	private final Map<String, CallbackKeys> keys = new HashMap<>();

	private final BankSignatures signatures;

	private final BankCallbacks callbacks;

	private final Runnable wake;

	private final MeterRegistry meters;

	private final InstantSource clock = InstantSource.system();

	ReceiveCallback(DispatchSettings settings, BankSignatures signatures, BankCallbacks callbacks,
			EnquiryTrigger enquiries, MeterRegistry meters) {
		settings.banks().forEach((name, bank) -> this.keys.put(name, CallbackKeys.read(bank.callbackKeyFile())));
		this.signatures = signatures;
		this.callbacks = callbacks;
		this.wake = enquiries::wake;
		this.meters = meters;
		// So that alerts see the first increase.
		this.keys.keySet().forEach((bank) -> counter(bank, NOT_SIGNED));
		counter(UNKNOWN, NOT_SIGNED);
	}

	@PostMapping("/bank-callbacks/{bank}")
	ResponseEntity<Void> receive(@PathVariable String bank, HttpServletRequest request) throws IOException {
		byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
		CallbackKeys ofBank = this.keys.get(bank);
		// Callers cannot create series.
		String named = (ofBank != null) ? bank : UNKNOWN;
		if (body.length > MAX_BYTES) {
			return answer(named, "TOO_LARGE", HttpStatus.CONTENT_TOO_LARGE);
		}
		if (ofBank == null || !(ofBank.signed(request.getHeader("x-bank-timestamp"),
				request.getHeader("x-bank-signature"), body, this.clock.instant())
				|| this.signatures.signedCallback(bank, request.getHeader(Signatures.HEADER), body))) {
			return answer(named, NOT_SIGNED, HttpStatus.UNAUTHORIZED);
		}
		BankCallback callback = read(bank, body);
		if (callback == null) {
			return answer(bank, "MALFORMED", HttpStatus.BAD_REQUEST);
		}
		CallbackVerdict verdict = this.callbacks.receive(callback);
		switch (verdict) {
			case ENQUIRED -> this.wake.run();
			case CONTRADICTS -> logger.error(
					"Callback of bank {} reports {} for {}, which contradicts the recorded final status; left for manual review",
					bank, callback.status(), callback.reference());
			case UNKNOWN_REFERENCE ->
				logger.warn("Callback of bank {} about unknown reference {}", bank, callback.reference());
			case UNDER_WAY, AGREES -> logger.debug("Callback of {}: {}", bank, verdict);
		}
		return answer(bank, verdict.name(), HttpStatus.NO_CONTENT);
	}

	private ResponseEntity<Void> answer(String bank, String verdict, HttpStatus status) {
		counter(bank, verdict).increment();
		return ResponseEntity.status(status).build();
	}

	private Counter counter(String bank, String verdict) {
		return this.meters.counter("hundi.bank.callbacks", "bank", bank, "verdict", verdict);
	}

	/** Returns null if the body is not a valid callback. */
	static @Nullable BankCallback read(String bank, byte[] body) {
		try {
			String text = new String(body, StandardCharsets.UTF_8);
			JsonNode json = mapper.readTree(body);
			String eventId = text(json, "eventId");
			String reference = text(json, "reference");
			String status = text(json, "status");
			if (eventId == null || reference == null || status == null || text.indexOf('\0') >= 0) {
				return null;
			}
			return new BankCallback(bank, eventId, reference, BankCallback.Status.valueOf(status), text);
		}
		catch (JacksonException | IllegalArgumentException ex) {
			return null;
		}
	}

	private static @Nullable String text(JsonNode json, String field) {
		JsonNode value = json.get(field);
		boolean fits = value != null && value.isString() && value.stringValue().matches("[\\x21-\\x7e]{1,100}");
		return fits ? value.stringValue() : null;
	}

}
