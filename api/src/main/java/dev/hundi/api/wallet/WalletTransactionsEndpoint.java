package dev.hundi.api.wallet;

import java.io.IOException;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.wallet.MovementPage;
import dev.hundi.wallet.WalletMovements;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /v1/wallet/transactions}.
 */
@RestController
class WalletTransactionsEndpoint {

	private final WalletMovements movements;

	WalletTransactionsEndpoint(WalletMovements movements) {
		this.movements = movements;
	}

	@GetMapping(path = "/v1/wallet/transactions", produces = MediaType.APPLICATION_JSON_VALUE)
	void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields query = QueryFields.read(request);
		Page page = query.page();
		Window window = query.window();
		SearchPhrase phrase = query.search();
		query.finish();
		MovementPage movements = (phrase != null) ? this.movements.search(businessId, phrase, window, page)
				: this.movements.list(businessId, window, page);
		Envelope.ok(response, null, WalletJson.MOVEMENTS.of(movements));
	}

}
