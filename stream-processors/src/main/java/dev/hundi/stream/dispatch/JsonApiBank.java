package dev.hundi.stream.dispatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.payout.ResponseCode;
import dev.hundi.text.Beginning;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A bank's JSON API: orders by POST, alone or in batches, enquiries by GET, all by our
 * reference. Every answer that is not clearly about that reference is
 * {@link BankAnswer.Silent}.
 */
class JsonApiBank implements BankConnector, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(JsonApiBank.class);

	private static final String PAYMENTS = "/v1/payments";

	private static final String BATCHES = "/v1/payments/batch";

	private static final String BENEFICIARIES = "/v1/beneficiaries";

	private static final int MAX_BANK_REFERENCE = 64;

	private static final JsonMapper mapper = new JsonMapper();

	private final BankHttp http;

	JsonApiBank(BankHttp http) {
		this.http = http;
	}

	/** One order is sent without a batch, which not every bank accepts. */
	@Override
	public List<BankAnswer> pay(List<PaymentOrder> orders) {
		if (orders.size() == 1) {
			return List.of(pay(orders.getFirst()));
		}
		return switch (this.http.post(BATCHES, body(orders), orders.size())) {
			case BankHttp.Response.Received(int status, byte[] body) -> readBatch(status, body, orders);
			case BankHttp.Response.NotSent(String reason) -> forEach(orders, new BankAnswer.NotSent(reason));
			case BankHttp.Response.Unanswered(String reason) -> forEach(orders, new BankAnswer.Silent(reason));
		};
	}

	BankAnswer pay(PaymentOrder order) {
		return ofOrder(order, read(this.http.post(PAYMENTS, json(order)), order.reference()));
	}

	/**
	 * Reads the answers to a batch, in any order. An order without an answer of its own,
	 * or with two, is in doubt, as all of them are after any other status than 200.
	 */
	static List<BankAnswer> readBatch(int httpStatus, byte[] body, List<PaymentOrder> orders) {
		JsonNode answers;
		try {
			answers = mapper.readTree(body).path("answers");
		}
		catch (JacksonException ex) {
			return forEach(orders, new BankAnswer.Silent("HTTP " + httpStatus + " with a body that is not JSON"));
		}
		if (httpStatus != 200 || !answers.isArray()) {
			return forEach(orders, new BankAnswer.Silent("HTTP " + httpStatus + " without answers to a batch"));
		}
		Map<String, List<JsonNode>> byReference = new HashMap<>();
		for (JsonNode answer : answers) {
			String reference = text(answer.path("body"), "reference");
			if (reference != null) {
				byReference.computeIfAbsent(reference, (key) -> new ArrayList<>()).add(answer);
			}
		}
		return orders.stream()
			.map((order) -> ofOrder(order, only(byReference.getOrDefault(order.reference(), List.of()), order)))
			.toList();
	}

	private static BankAnswer only(List<JsonNode> answers, PaymentOrder order) {
		if (answers.size() != 1) {
			return new BankAnswer.Silent(answers.size() + " answers about the reference in a batch");
		}
		JsonNode httpStatus = answers.getFirst().path("httpStatus");
		return read(httpStatus.canConvertToInt() ? httpStatus.intValue() : 0, answers.getFirst().path("body"),
				order.reference());
	}

	private static List<BankAnswer> forEach(List<PaymentOrder> orders, BankAnswer answer) {
		return orders.stream().map((order) -> answer).toList();
	}

	/**
	 * If the payout was in doubt, an earlier order may still arrive at the bank, so a
	 * rejection of this one proves nothing.
	 */
	private static BankAnswer ofOrder(PaymentOrder order, BankAnswer answer) {
		return order.wasInDoubt() ? silentIfMalformed(answer) : answer;
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
		try {
			return read(httpStatus, mapper.readTree(body), reference);
		}
		catch (JacksonException ex) {
			return new BankAnswer.Silent("HTTP " + httpStatus + " with a body that is not JSON");
		}
	}

	private static BankAnswer read(int httpStatus, JsonNode answer, String reference) {
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
		return Beginning.of(text, 200);
	}

	private static byte[] body(List<PaymentOrder> orders) {
		ObjectNode batch = mapper.createObjectNode();
		ArrayNode payments = batch.putArray("payments");
		orders.forEach((order) -> payments.add(node(order)));
		return mapper.writeValueAsBytes(batch);
	}

	private static byte[] json(PaymentOrder order) {
		return mapper.writeValueAsBytes(node(order));
	}

	private static ObjectNode node(PaymentOrder order) {
		return mapper.createObjectNode()
			.put("reference", order.reference())
			.put("rail", order.rail().name())
			.put("amountPaise", order.amountPaise())
			.put("beneficiaryName", order.beneficiaryName())
			.put("accountNumber", order.accountNumber())
			.put("ifsc", order.ifsc())
			.put("vpa", order.vpa())
			.put("remarks", order.remittance());
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
