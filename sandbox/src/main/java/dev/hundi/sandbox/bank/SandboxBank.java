package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hundi.sandbox.bank.callback.CallbackSender;
import dev.hundi.sandbox.bank.callback.CallbackTarget;
import dev.hundi.sandbox.bank.file.DropDirectory;
import dev.hundi.sandbox.bank.ledger.Bank;
import dev.hundi.sandbox.bank.ledger.Behaviour;
import dev.hundi.sandbox.bank.ledger.BeneficiaryOrder;
import dev.hundi.sandbox.bank.ledger.Credit;
import dev.hundi.sandbox.bank.ledger.DayStatement;
import dev.hundi.sandbox.bank.ledger.Transfer;
import dev.hundi.sandbox.bank.ledger.TransferOrder;
import dev.hundi.sandbox.bank.statement.StatementForm;
import dev.hundi.sandbox.bank.statement.StatementWriter;
import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.BadRequestException;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Problem;
import dev.hundi.sandbox.http.Request;
import dev.hundi.sandbox.http.StrictJson;
import dev.hundi.sandbox.server.Arguments;
import dev.hundi.signature.Signatures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The HTTP API of the bank. Runs as a separate program, so that its records of payments
 * are independent of the platform.
 */
public final class SandboxBank implements AutoCloseable {

	/** The number of the nodal account in statements. */
	public static final String ACCOUNT_NUMBER = StatementWriter.ACCOUNT;

	private static final Logger logger = LoggerFactory.getLogger(SandboxBank.class);

	private static final Set<String> OPTIONS = Set.of("directory", "address", "port", "callback-url",
			"callback-key-file", "drop-directory", "statement-form", "tls-port", "tls-host", "certificates");

	private static final String PAYMENTS = "/v1/payments";

	private static final String BATCHES = PAYMENTS + "/batch";

	private static final String PAYMENT = PAYMENTS + "/{reference}";

	private static final String BENEFICIARIES = "/v1/beneficiaries";

	/** How long a connection stays open without a response. */
	private static final Duration hold = Duration.ofSeconds(60);

	/** More orders in a batch are refused together. */
	private static final int MAX_ORDERS = 100;

	/** Largest statement that the HTTP API returns. */
	private static final int MAX_ENTRIES = 50_000;

	private final Bank bank;

	private final JsonServer server;

	private final @Nullable CallbackSender callBack;

	private @Nullable DropDirectory drop;

	private @Nullable SecuredPort secured;

	private SandboxBank(Bank bank, JsonServer server, @Nullable CallbackTarget target) {
		this.bank = bank;
		this.callBack = (target != null) ? CallbackSender.start(bank, target) : null;
		this.server = server;
		server.on("POST", PAYMENTS, this::pay)
			.on("POST", BATCHES, this::payBatch)
			.on("GET", PAYMENT, this::enquire)
			.on("POST", BENEFICIARIES, this::register)
			.on("GET", "/ledger", this::ledger)
			.on("POST", "/credits", (request) -> Answer.ok(bank.credit(request.bodyAs(Credit.class))))
			.on("POST", "/statements/{date}", this::state)
			.on("GET", "/statements/{date}", this::statement)
			.on("GET", "/behaviour", (request) -> Answer.ok(bank.behaviour()))
			.on("POST", "/behaviour", this::behave)
			.on("GET", "/health", (request) -> Answer.ok(Map.of("status", "UP")))
			.start();
	}

	/**
	 * Runs the bank until the program is stopped.
	 * @param args {@code --directory=}, and optionally {@code --port=} (8090),
	 * {@code --address=} (127.0.0.1), and where to call back when a payment changes:
	 * {@code --callback-url=} and {@code --callback-key-file=}; and a directory that it
	 * exchanges ISO 20022 files in: {@code --drop-directory=}, and how it writes its
	 * statements there: {@code --statement-form=} (camt053, mt940, csv); and the port of
	 * its payment API with client certificates and signatures: {@code --tls-port=}, with
	 * the keys in {@code --certificates=}, issued there for {@code --tls-host=} if
	 * absent, with which it signs its files too
	 */
	public static void main(String[] args) {
		Arguments arguments = Arguments.of(OPTIONS, args);
		SandboxBank bank = start(Path.of(arguments.required("directory")), arguments.get("address", "127.0.0.1"),
				arguments.port("port", 8090), CallbackTarget.of(arguments));
		String certificates = arguments.get("certificates", "");
		Signatures signatures = null;
		if (!certificates.isEmpty()) {
			BankCertificates keys = new BankCertificates(Path.of(certificates));
			keys.issue(arguments.get("tls-host", "localhost"), "localhost", "127.0.0.1");
			signatures = keys.signatures();
			bank.openSecured(arguments.get("address", "127.0.0.1"), arguments.port("tls-port", 8490), keys);
		}
		String drop = arguments.get("drop-directory", "");
		if (!drop.isEmpty()) {
			bank.openDrop(Path.of(drop), StatementForm.named(arguments.get("statement-form", "camt053")), signatures);
		}
		Runtime.getRuntime().addShutdownHook(new Thread(bank::close, "bank-close"));
		logger.info("The sandbox bank listens at {}", bank.url());
	}

	/**
	 * Opens the bank.
	 * @param directory of its durable records; created when absent
	 * @param port 0 for any free one
	 * @throws java.io.UncheckedIOException if the port is taken
	 */
	public static SandboxBank start(Path directory, String address, int port) {
		return start(directory, address, port, null);
	}

	/** Opens the bank with callbacks for payments that change by themselves. */
	static SandboxBank start(Path directory, String address, int port, @Nullable CallbackTarget target) {
		JsonServer server = JsonServer.bind(address, port);
		try {
			return new SandboxBank(Bank.open(directory), server, target);
		}
		catch (RuntimeException ex) {
			server.close();
			throw ex;
		}
	}

	/**
	 * Starts the file exchange in a directory.
	 * @param signatures sign the files; null for none
	 */
	void openDrop(Path directory, StatementForm form, @Nullable Signatures signatures) {
		this.drop = DropDirectory.open(this.bank, directory, form, signatures);
	}

	/**
	 * Opens the payment API with client certificates and signatures.
	 * @return its base URL
	 */
	URI openSecured(String address, int port, BankCertificates certificates) {
		SecuredPort opened = new SecuredPort(address, port, certificates).on("POST", PAYMENTS, this::pay)
			.on("POST", BATCHES, this::payBatch)
			.on("GET", PAYMENT, this::enquire)
			.on("POST", BENEFICIARIES, this::register)
			.start();
		this.secured = opened;
		return opened.url();
	}

	public URI url() {
		return this.server.url();
	}

	@Override
	public void close() {
		this.server.close();
		if (this.secured != null) {
			this.secured.close();
		}
		if (this.callBack != null) {
			this.callBack.close();
		}
		if (this.drop != null) {
			this.drop.close();
		}
		this.bank.close();
	}

	private Answer pay(Request request) throws InterruptedException {
		if (this.bank.behaviour().outage()) {
			return new Answer.HungUp();
		}
		TransferOrder order;
		try {
			order = request.bodyAs(TransferOrder.class);
		}
		catch (BadRequestException ex) {
			return refused(400, "BAD_REQUEST", String.valueOf(ex.getMessage()),
					request.bodyAs(Map.class).get("reference"));
		}
		Answer.Json answer = answer(order, this.bank.take(List.of(order)).getFirst());
		if (answer == null) {
			return new Answer.Held(hold);
		}
		if (answer.status() == 200) {
			this.server.pause(this.bank.behaviour().delayMs());
		}
		return answer;
	}

	/**
	 * Answers each order of a batch as if it were sent alone, and leaves out those that
	 * would get no answer. If the first one would get none, the whole batch gets none, so
	 * that both failures can be tested.
	 */
	private Answer payBatch(Request request) throws InterruptedException {
		if (this.bank.behaviour().outage()) {
			return new Answer.HungUp();
		}
		List<JsonNode> payments = request.bodyAs(Batch.class).payments();
		List<BatchAnswer> answers = new ArrayList<>();
		List<TransferOrder> orders = new ArrayList<>();
		for (JsonNode payment : payments) {
			try {
				orders.add(StrictJson.read(payment, TransferOrder.class));
			}
			catch (BadRequestException ex) {
				answers.add(BatchAnswer.of(refused(400, "BAD_REQUEST", String.valueOf(ex.getMessage()),
						payment.path("reference").stringValue(null))));
			}
		}
		List<Bank.Taken> taken = this.bank.take(orders);
		if (!taken.isEmpty() && taken.getFirst() instanceof Bank.Taken.Unanswered) {
			return new Answer.Held(hold);
		}
		for (int i = 0; i < orders.size(); i++) {
			Answer.Json answer = answer(orders.get(i), taken.get(i));
			if (answer != null) {
				answers.add(BatchAnswer.of(answer));
			}
		}
		this.server.pause(this.bank.behaviour().delayMs());
		return Answer.ok(Map.of("answers", answers));
	}

	/** Returns null for an order that gets no answer. */
	private static Answer.@Nullable Json answer(TransferOrder order, Bank.Taken taken) {
		return switch (taken) {
			case Bank.Taken.Answered(Transfer payment) -> new Answer.Json(200, payment);
			case Bank.Taken.Unanswered _ -> null;
			case Bank.Taken.Declined _ ->
				refused(503, "NOT_ACCEPTED", "No new orders now; this one was not taken", order.reference());
			case Bank.Taken.ReferenceReused _ -> refused(409, "REFERENCE_REUSED",
					"This reference belongs to an order with other content", order.reference());
		};
	}

	/** Names the order, because a client accepts no other refusal. */
	private static Answer.Json refused(int status, String code, String message, @Nullable Object reference) {
		return new Answer.Json(status, (reference == null) ? new Problem(code, message)
				: Map.of("code", code, "message", message, "reference", reference));
	}

	private Answer enquire(Request request) throws InterruptedException {
		if (this.bank.behaviour().outage()) {
			return new Answer.HungUp();
		}
		String reference = request.pathVariable("reference");
		Optional<Transfer> payment = this.bank.enquire(reference);
		return payment.<Answer>map(Answer::ok)
			.orElseGet(() -> new Answer.Json(404, Map.of("status", "NOT_FOUND", "reference", reference)));
	}

	private Answer register(Request request) throws InterruptedException {
		return this.bank.behaviour().outage() ? new Answer.HungUp()
				: Answer.ok(this.bank.register(request.bodyAs(BeneficiaryOrder.class)));
	}

	private Answer ledger(Request request) {
		String reference = request.query("reference");
		if (reference != null) {
			return Answer.ok(new LedgerPage(this.bank.ledgerOf(reference), null));
		}
		int limit = (int) request.query("limit", 1_000, 1, 10_000);
		return Answer
			.ok(LedgerPage.of(this.bank.ledgerAfter(request.query("after", 0, 0, Long.MAX_VALUE), limit), limit));
	}

	/**
	 * Writes the statements of all days up to one. The bank day moves past it, so that a
	 * test can close a day at any time.
	 */
	private Answer state(Request request) throws InterruptedException {
		return Answer.ok(Map.of("statements", this.bank.stateThrough(date(request))));
	}

	private Answer statement(Request request) {
		StatementForm form = form(request);
		int page = (int) request.query("page", 1, 1, Integer.MAX_VALUE);
		Optional<DayStatement> found = this.bank.statements(date(request).toString(), false)
			.stream()
			.filter((statement) -> statement.page() == page)
			.findFirst();
		if (found.isEmpty()) {
			return new Answer.Json(404, new Problem("NOT_STATED", "The day has no such statement"));
		}
		if (found.get().entryCount() > MAX_ENTRIES) {
			return new Answer.Json(409, new Problem("TOO_LARGE", "Take it from the drop directory"));
		}
		StringBuilder content = new StringBuilder();
		try {
			StatementWriter.write(this.bank, found.get(), form, content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new Answer.Content(form.mediaType(), content.toString().getBytes(StandardCharsets.UTF_8));
	}

	private static LocalDate date(Request request) {
		try {
			return LocalDate.parse(request.pathVariable("date"));
		}
		catch (DateTimeParseException ex) {
			throw new BadRequestException("Expected a date such as 2026-11-21", ex);
		}
	}

	private static StatementForm form(Request request) {
		String name = request.query("form");
		try {
			return (name != null) ? StatementForm.named(name) : StatementForm.CAMT053;
		}
		catch (IllegalArgumentException ex) {
			throw new BadRequestException("form must be camt053, mt940 or csv", ex);
		}
	}

	private Answer behave(Request request) {
		Behaviour.Change change = request.bodyAs(Behaviour.Change.class);
		try {
			return Answer.ok(this.bank.change(change));
		}
		catch (IllegalArgumentException ex) {
			throw new BadRequestException(String.valueOf(ex.getMessage()), ex);
		}
	}

	/** Orders of one request. */
	record Batch(List<JsonNode> payments) {

		Batch {
			if (payments == null || payments.isEmpty() || payments.size() > MAX_ORDERS) {
				throw new IllegalArgumentException("payments must be 1 to " + MAX_ORDERS + " orders");
			}
		}

	}

	/** What an order of a batch would be answered alone. */
	private record BatchAnswer(int httpStatus, Object body) {

		static BatchAnswer of(Answer.Json answer) {
			return new BatchAnswer(answer.status(), answer.body());
		}

	}

}
