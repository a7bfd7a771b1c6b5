package dev.hundi.stream.dispatch;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.payout.ResponseCode;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bank's JSON API: orders by POST, enquiries by GET, both by our reference. Every
 * answer that is not clearly about that reference is {@link BankAnswer.Silent}.
 */
class JsonApiBank implements BankConnector, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(JsonApiBank.class);

	private static final String PAYMENTS = "/v1/payments";

	private static final String BENEFICIARIES = "/v1/beneficiaries";

	private static final int MAX_BANK_REFERENCE = 64;

	private static final JsonMapper mapper = new JsonMapper();

	private final BankHttp http;

	JsonApiBank(BankHttp http) {
		this.http = http;
	}

	@Override
	public BankAnswer pay(PaymentOrder order) {
		BankAnswer answer = read(this.http.post(PAYMENTS, body(order)), order.reference());
		// If the payout was in doubt, an earlier order may still arrive at the bank, so a
		// rejection of this one proves nothing.
		return (answer instanceof BankAnswer.Malformed malformed && !order.wasInDoubt())
				? new BankAnswer.Refused(ResponseCode.BANK_REJECTED, malformed.reason(), BankReport.NONE)
				: silentIfMalformed(answer);
	}

	@Override
	public BankAnswer enquire(String reference) {
		return silentIfMalformed(read(this.http.get(PAYMENTS + "/" + reference), reference));
	}

	@Override
	public RegistrationAnswer register(Registration registration) {
		return switch (this.http.post(BENEFICIARIES, body(registration))) {
			case BankHttp.Response.Received(int status, byte[] body) ->
				readRegistration(status, body, registration.reference());
			case BankHttp.Response.NotSent(String reason) -> new RegistrationAnswer.Unclear(reason, false);
			case BankHttp.Response.Unanswered(String reason) -> new RegistrationAnswer.Unclear(reason, false);
		};
	}

	static RegistrationAnswer readRegistration(int httpStatus, byte[] body, String reference) {
		try {
			JsonNode answer = mapper.readTree(body);
			String status = text(answer, "status");
			if (httpStatus == 200 && reference.equals(text(answer, "reference")) && status != null) {
				if (status.equals("REGISTERED")) {
					return new RegistrationAnswer.Registered(text(answer, "registeredName"),
							shortEnough("registrationId", text(answer, "registrationId"), MAX_BANK_REFERENCE));
				}
				if (status.equals("INVALID")) {
					return new RegistrationAnswer.Invalid(messageOf(answer, ResponseCode.BENEFICIARY_ACCOUNT_INVALID));
				}
			}
			return new RegistrationAnswer.Unclear("HTTP " + httpStatus + " with status " + status, true);
		}
		catch (JacksonException ex) {
			return new RegistrationAnswer.Unclear("HTTP " + httpStatus + " with a body that is not JSON", true);
		}
	}

	private static BankAnswer silentIfMalformed(BankAnswer answer) {
		return (answer instanceof BankAnswer.Malformed malformed) ? new BankAnswer.Silent(malformed.reason()) : answer;
	}

	private static BankAnswer read(BankHttp.Response response, String reference) {
		return switch (response) {
			case BankHttp.Response.Received(int status, byte[] body) -> read(status, body, reference);
			case BankHttp.Response.NotSent(String reason) -> new BankAnswer.NotSent(reason);
			case BankHttp.Response.Unanswered(String reason) -> new BankAnswer.Silent(reason);
		};
	}

	static BankAnswer read(int httpStatus, byte[] body, String reference) {
		JsonNode answer;
		try {
			answer = mapper.readTree(body);
		}
		catch (JacksonException ex) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " with a body that is not JSON");
		}
		String stated = text(answer, "reference");
		// A gateway, too, may answer 400 BAD_REQUEST, after the bank took the order.
		if (!reference.equals(stated)) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " without the reference");
		}
		if (httpStatus == 400 && "BAD_REQUEST".equals(text(answer, "code"))) {
			return new BankAnswer.Malformed(messageOf(answer, ResponseCode.BANK_REJECTED));
		}
		if (httpStatus == 503 && "NOT_ACCEPTED".equals(text(answer, "code"))) {
			return new BankAnswer.NotSent("the bank declined the order: " + text(answer, "message"));
		}
		String status = text(answer, "status");
		if (httpStatus == 404 && "NOT_FOUND".equals(status)) {
			return new BankAnswer.NotFound();
		}
		if (httpStatus != 200 || status == null) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " with status " + status);
		}
		String implausible = implausible(answer);
		if (implausible != null) {
			return new BankAnswer.Implausible(implausible);
		}
		BankReport report = report(answer);
		return switch (status) {
			case "SUCCESS" -> new BankAnswer.Paid(report);
			case "RETURNED" -> new BankAnswer.Returned(report);
			case "PENDING" -> new BankAnswer.Acknowledged(report.bankReference());
			case "FAILED" -> {
				ResponseCode code = code(text(answer, "code"));
				yield new BankAnswer.Refused(code, messageOf(answer, code), report);
			}
			default -> new BankAnswer.Silent("unknown status " + status);
		};
	}

	/** Returns what no order of ours can have, or null. */
	private static @Nullable String implausible(JsonNode answer) {
		JsonNode amount = answer.path("amountPaise");
		if (isStated(amount) && !(amount.isIntegralNumber() && amount.canConvertToLong())) {
			return "amountPaise must be a number of paise: " + shortened(amount.toString());
		}
		JsonNode currency = answer.path("currency");
		if (isStated(currency) && !"INR".equals(text(answer, "currency"))) {
			return "currency must be INR: " + shortened(currency.toString());
		}
		return null;
	}

	private static boolean isStated(JsonNode member) {
		return !member.isMissingNode() && !member.isNull();
	}

	private static BankReport report(JsonNode answer) {
		String account = text(answer, "accountNumber");
		JsonNode amount = answer.path("amountPaise");
		return new BankReport(Utr.ofPayment(text(answer, "utr")),
				shortEnough("bankReference", text(answer, "bankReference"), MAX_BANK_REFERENCE),
				isStated(amount) ? amount.longValue() : null, (account != null) ? account : text(answer, "vpa"));
	}

	/** Unknown failure codes are definite failures too. */
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
		return (message == null || message.isBlank()) ? code.message() : shortened(message);
	}

	private static String shortened(String text) {
		return text.substring(0, Math.min(text.length(), 200));
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
			.put("remarks", order.remittance()));
	}

	private static byte[] body(Registration registration) {
		return mapper.writeValueAsBytes(mapper.createObjectNode()
			.put("reference", registration.reference())
			.put("name", registration.name())
			.put("accountNumber", registration.accountNumber())
			.put("ifsc", registration.ifsc())
			.put("vpa", registration.vpa()));
	}

	/**
	 * Returns null for a value that is too long to store: the payment must still be
	 * recorded.
	 */
	private static @Nullable String shortEnough(String field, @Nullable String text, int maxLength) {
		if (text != null && text.length() > maxLength) {
			logger.error("The bank sent a {} of {} characters; the maximum is {}", field, text.length(), maxLength);
			return null;
		}
		return text;
	}

	private static @Nullable String text(JsonNode node, String field) {
		JsonNode value = node.get(field);
		if (value == null || !value.isString()) {
			return null;
		}
		String text = value.stringValue().replaceAll("\\p{Cntrl}", " ").strip();
		return text.isEmpty() ? null : text;
	}

	@Override
	public void close() {
		this.http.close();
	}

}
