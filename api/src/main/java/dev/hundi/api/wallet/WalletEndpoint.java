package dev.hundi.api.wallet;

import java.io.IOException;
import java.math.BigDecimal;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.wallet.BankDetails;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.JsonGenerator;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/wallet} and {@code GET /v1/wallet/bank-details}.
 */
@RestController
class WalletEndpoint {

	private final Wallets wallets;

	private final NodalAccounts nodalAccounts;

	WalletEndpoint(Wallets wallets, NodalAccounts nodalAccounts) {
		this.wallets = wallets;
		this.nodalAccounts = nodalAccounts;
	}

	@GetMapping(path = "/v1/wallet", produces = MediaType.APPLICATION_JSON_VALUE)
	void show(HttpServletRequest request, HttpServletResponse response) throws IOException {
		WalletSnapshot wallet = this.wallets.snapshot(SignedCall.of(request).caller().businessId())
			.orElseThrow(() -> new Refusal(ErrorCode.BUSINESS_NOT_FOUND));
		Envelope.ok(response, null, (json) -> write(json, wallet));
	}

	@GetMapping(path = "/v1/wallet/bank-details", produces = MediaType.APPLICATION_JSON_VALUE)
	void showBankDetails(HttpServletRequest request, HttpServletResponse response) throws IOException {
		BankDetails details = this.nodalAccounts.ofBusiness(SignedCall.of(request).caller().businessId())
			.orElseThrow(() -> new Refusal(ErrorCode.WALLET_NOT_PROVISIONED));
		Envelope.ok(response, null, (json) -> write(json, details));
	}

	private static void write(JsonGenerator json, BankDetails details) {
		json.writeStartObject();
		json.writeStringProperty("accountHolderName", details.accountHolderName());
		json.writeStringProperty("accountNumber", details.accountNumber());
		json.writeStringProperty("ifsc", details.ifsc());
		json.writeStringProperty("bankName", details.bankName());
		json.writeStringProperty("branchName", details.branchName());
		json.writeStringProperty("accountType", details.accountType());
		json.writeArrayPropertyStart("supportedModes");
		details.supportedModes().forEach(json::writeString);
		json.writeEndArray();
		json.writeStringProperty("referenceNote", details.referenceNote());
		json.writeEndObject();
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
