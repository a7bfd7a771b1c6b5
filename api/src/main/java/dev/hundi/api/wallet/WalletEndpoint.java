package dev.hundi.api.wallet;

import java.io.IOException;

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
		Envelope.ok(response, null, WalletJson.WALLET.of(wallet));
	}

	@GetMapping(path = "/v1/wallet/bank-details", produces = MediaType.APPLICATION_JSON_VALUE)
	void showBankDetails(HttpServletRequest request, HttpServletResponse response) throws IOException {
		BankDetails details = this.nodalAccounts.ofBusiness(SignedCall.of(request).caller().businessId())
			.orElseThrow(() -> new Refusal(ErrorCode.WALLET_NOT_PROVISIONED));
		Envelope.ok(response, null, WalletJson.BANK_DETAILS.of(details));
	}

}
