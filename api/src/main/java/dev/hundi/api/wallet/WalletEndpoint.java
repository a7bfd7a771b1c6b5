package dev.hundi.api.wallet;

import java.io.IOException;
import java.math.BigDecimal;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.JsonGenerator;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/wallet}.
 */
@RestController
class WalletEndpoint {

	private final Wallets wallets;

	WalletEndpoint(Wallets wallets) {
		this.wallets = wallets;
	}

	@GetMapping(path = "/v1/wallet", produces = MediaType.APPLICATION_JSON_VALUE)
	void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
		WalletSnapshot wallet = this.wallets.snapshot(SignedCall.of(request).caller().businessId())
			.orElseThrow(() -> new Refusal(ErrorCode.BUSINESS_NOT_FOUND));
		Envelope.ok(response, null, (json) -> write(json, wallet));
	}

	/** Paise travel as strings, because JSON numbers are not exact everywhere. */
	private static void write(JsonGenerator json, WalletSnapshot wallet) {
		json.writeStartObject();
		json.writeStringProperty("businessId", wallet.businessId().toString());
		json.writeStringProperty("businessCode", wallet.businessCode());
		json.writeStringProperty("businessName", wallet.businessName());
		json.writeStringProperty("availablePaise", Long.toString(wallet.availablePaise()));
		json.writeStringProperty("reservePaise", Long.toString(wallet.reservePaise()));
		json.writeStringProperty("spendablePaise", Long.toString(wallet.spendablePaise()));
		json.writeName("reservePercent");
		json.writeNumber(plain(wallet.reservePercent()));
		json.writeStringProperty("minBalancePaise", Long.toString(wallet.minBalancePaise()));
		json.writeBooleanProperty("walletProvisioned", wallet.walletProvisioned());
		json.writeEndObject();
	}

	/** 10 rather than 10.00, and 100 rather than 1E+2. */
	private static String plain(BigDecimal percent) {
		return percent.stripTrailingZeros().toPlainString();
	}

}
