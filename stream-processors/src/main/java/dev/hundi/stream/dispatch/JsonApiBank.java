package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;

import dev.hundi.bank.PaymentOrder;
import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bank's JSON API: the order by POST, the enquiry by GET, both by our reference.
 * Everything that is not a clear answer about that very reference is
 * {@link BankAnswer.Silent}.
 */
class JsonApiBank implements AutoCloseable {

	private static final JsonMapper mapper = new JsonMapper();

	private final URI payments;

	private final Duration callTimeout;

	private final HttpClient http;

	JsonApiBank(BankSettings settings) {
		this.payments = URI.create(settings.url().toString().replaceAll("/+$", "") + "/v1/payments");
		this.callTimeout = settings.callTimeout();
		this.http = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(settings.connectTimeout())
			.followRedirects(HttpClient.Redirect.NEVER)
			.build();
	}

	BankAnswer pay(PaymentOrder order) {
		HttpRequest request = HttpRequest.newBuilder(this.payments)
			.timeout(this.callTimeout)
			.header("content-type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofByteArray(body(order)))
			.build();
		return call(request, order.reference());
	}

	BankAnswer enquire(String reference) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.payments + "/" + reference))
			.timeout(this.callTimeout)
			.GET()
			.build();
		return call(request, reference);
	}

	private BankAnswer call(HttpRequest request, String reference) {
		try {
			HttpResponse<byte[]> response = this.http.send(request, BodyHandlers.ofByteArray());
			return read(response.statusCode(), response.body(), reference);
		}
		catch (ConnectException | HttpConnectTimeoutException ex) {
			return new BankAnswer.NotSent("no connection: " + message(ex));
		}
		catch (IOException ex) {
			return (ex.getCause() instanceof UnresolvedAddressException)
					? new BankAnswer.NotSent("the bank's host name does not resolve")
					: new BankAnswer.Silent("no answer: " + message(ex));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return new BankAnswer.Silent("interrupted while waiting for the answer");
		}
	}

	static BankAnswer read(int httpStatus, byte[] body, String reference) {
		JsonNode answer;
		try {
			answer = mapper.readTree(body);
		}
		catch (JacksonException ex) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " with a body that is not JSON");
		}
		if (httpStatus == 400 && "BAD_REQUEST".equals(text(answer, "code"))) {
			return new BankAnswer.Refused(ResponseCode.BANK_REJECTED, messageOf(answer, ResponseCode.BANK_REJECTED),
					null);
		}
		if (!reference.equals(text(answer, "reference"))) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " that does not name the reference");
		}
		String status = text(answer, "status");
		if (httpStatus == 404 && "NOT_FOUND".equals(status)) {
			return new BankAnswer.NotFound();
		}
		if (httpStatus != 200 || status == null) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " with status " + status);
		}
		String bankReference = text(answer, "bankReference");
		String utr = text(answer, "utr");
		return switch (status) {
			case "SUCCESS" -> new BankAnswer.Paid(utr, bankReference);
			case "RETURNED" -> new BankAnswer.Returned(utr, bankReference);
			case "PENDING" -> new BankAnswer.Acknowledged(bankReference);
			case "FAILED" -> {
				ResponseCode code = code(text(answer, "code"));
				yield new BankAnswer.Refused(code, messageOf(answer, code), bankReference);
			}
			default -> new BankAnswer.Silent("unknown status " + status);
		};
	}

	/** A failure with a code we do not know is as definite as one we know. */
	private static ResponseCode code(@Nullable String bankCode) {
		return switch (bankCode) {
			case "INVALID_ACCOUNT" -> ResponseCode.BENEFICIARY_ACCOUNT_INVALID;
			case "INVALID_VPA" -> ResponseCode.BENEFICIARY_VPA_INVALID;
			case "ACCOUNT_FROZEN" -> ResponseCode.BENEFICIARY_ACCOUNT_FROZEN;
			case "LIMIT_EXCEEDED" -> ResponseCode.BANK_LIMIT_EXCEEDED;
			case null, default -> ResponseCode.BANK_REJECTED;
		};
	}

	private static String messageOf(JsonNode answer, ResponseCode code) {
		String message = text(answer, "message");
		return (message == null || message.isBlank()) ? code.message()
				: message.substring(0, Math.min(message.length(), 200));
	}

	private static byte[] body(PaymentOrder order) {
		return mapper.writeValueAsBytes(mapper.createObjectNode()
			.put("reference", order.reference())
			.put("rail", order.rail().name())
			.put("amountPaise", order.amountPaise())
			.put("beneficiaryName", order.beneficiaryName())
			.put("accountNumber", order.accountNumber())
			.put("ifsc", order.ifsc())
			.put("vpa", order.vpa())
			.put("remarks", order.transactionId()));
	}

	private static @Nullable String text(JsonNode node, String field) {
		JsonNode value = node.get(field);
		return (value != null && value.isString()) ? value.stringValue() : null;
	}

	private static String message(Exception ex) {
		return (ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getSimpleName();
	}

	@Override
	public void close() {
		this.http.shutdownNow();
	}

}
