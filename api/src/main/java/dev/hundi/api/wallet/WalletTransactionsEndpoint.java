package dev.hundi.api.wallet;

import java.io.IOException;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.wallet.Movement;
import dev.hundi.wallet.MovementPage;
import dev.hundi.wallet.MovementSummary;
import dev.hundi.wallet.WalletMovements;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.JsonGenerator;

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
		Envelope.ok(response, null, (json) -> {
			json.writeStartObject();
			json.writeArrayPropertyStart("rows");
			movements.rows().forEach((movement) -> write(json, movement));
			json.writeEndArray();
			json.writeName("summary");
			write(json, movements.summary());
			json.writeEndObject();
		});
	}

	private static void write(JsonGenerator json, Movement movement) {
		UUID payoutId = movement.payoutId();
		json.writeStartObject();
		json.writeStringProperty("movementId", movement.movementId().toString());
		json.writeNumberProperty("sequence", movement.sequence());
		json.writeStringProperty("type", movement.type().name());
		json.writeStringProperty("direction", movement.direction().name());
		paise(json, "amountPaise", movement.amountPaise());
		paise(json, "commissionPaise", movement.commissionPaise());
		paise(json, "gstPaise", movement.gstPaise());
		paise(json, "totalPaise", movement.totalPaise());
		paise(json, "balanceBeforePaise", movement.balanceBeforePaise());
		paise(json, "balanceAfterPaise", movement.balanceAfterPaise());
		json.writeStringProperty("payoutTransactionId", (payoutId != null) ? payoutId.toString() : null);
		json.writeStringProperty("transactionId", movement.transactionId());
		json.writeStringProperty("merchantReferenceId", movement.merchantReferenceId());
		json.writeStringProperty("utr", movement.utr());
		json.writeStringProperty("description", movement.description());
		json.writeName("metadata");
		json.writeRawValue(movement.metadata());
		Envelope.time(json, "createdAt", movement.createdAt());
		json.writeEndObject();
	}

	private static void write(JsonGenerator json, MovementSummary summary) {
		json.writeStartObject();
		paise(json, "openingBalancePaise", summary.openingBalancePaise());
		paise(json, "closingBalancePaise", summary.closingBalancePaise());
		paise(json, "totalCreditPaise", summary.totalCreditPaise());
		paise(json, "totalDebitPaise", summary.totalDebitPaise());
		json.writeNumberProperty("creditCount", summary.creditCount());
		json.writeNumberProperty("debitCount", summary.debitCount());
		json.writeNumberProperty("totalCount", summary.totalCount());
		json.writeEndObject();
	}

	/** As a string, because JSON numbers are not exact everywhere. */
	private static void paise(JsonGenerator json, String name, long paise) {
		json.writeStringProperty(name, Long.toString(paise));
	}

}
