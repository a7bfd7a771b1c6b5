package dev.hundi.bench.growth;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.bench.reconciliation.ClosedDays;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.payout.AcceptPayout;
import dev.hundi.payout.Acceptance;
import dev.hundi.payout.Charge;
import dev.hundi.payout.IndexPayouts;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.Payouts;
import dev.hundi.payout.Rail;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.FirstClaims;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;

/**
 * The work of a platform on one database, by the code of the applications, in batches of
 * fixed sizes, without HTTP, signatures, Kafka and banks, which read no history.
 */
final class GrowthWork {

	private static final int WRITERS = 16;

	private static final int DEBITS = 500;

	private static final int SETTLEMENTS = 20;

	private static final int EVENTS = 500;

	private static final int DELIVERIES = 512;

	private static final int PER_ENDPOINT = 64;

	private static final Duration LEASE = Duration.ofMinutes(10);

	/** A bank that has capacity for every payout. */
	private static final FirstClaims SANDBOX = new FirstClaims() {

		@Override
		public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
			return payouts.keySet().stream().collect(Collectors.toMap(Function.identity(), (payout) -> "sandbox"));
		}

		@Override
		public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
			return banks(rows);
		}

		@Override
		public Duration lease() {
			return LEASE;
		}

	};

	/** Searches for the whole and a part of a reference, a UTR, and a name. */
	private static final int PHRASES = 4;

	/**
	 * How often a round searches for each, because one pass takes a third of a second.
	 */
	private static final int SEARCH_PASSES = 5;

	private final GrowthDatabase database;

	private final int payouts;

	private final List<Beneficiary> beneficiaries;

	private final Map<Operation, Double> figures = new EnumMap<>(Operation.class);

	private int rounds;

	/** Works with this many new payouts a round. */
	GrowthWork(GrowthDatabase database, int payouts) {
		this.database = database;
		this.payouts = payouts;
		Map<UUID, String> keys = database.merchants()
			.stream()
			.collect(Collectors.toMap(GrowthDatabase.Merchant::businessId, GrowthDatabase.Merchant::apiKey));
		this.beneficiaries = database.jdbc()
			.sql("SELECT business_id, beneficiary_id FROM beneficiary WHERE vpa IS NULL ORDER BY beneficiary_code")
			.query((row, number) -> new Beneficiary(row.getObject(1, UUID.class), row.getObject(2, UUID.class),
					keys.getOrDefault(row.getObject(1, UUID.class), "")))
			.list();
	}

	/** What is measured. */
	enum Operation {

		ACCEPT("accept", "payout"), DEBIT("debit and claim for the bank", "payout"), SETTLE("settle", "payout"),
		SEARCH("search", "search"), WEBHOOKS("webhooks: fan out, claim, record", "webhook"),
		CLOSING("closing of a day", "day");

		private final String title;

		private final String unit;

		Operation(String title, String unit) {
			this.title = title;
			this.unit = unit;
		}

		/** With its unit. */
		String title() {
			return this.title + ", ms a " + this.unit;
		}

	}

	/** Does everything once; milliseconds of each operation for one of its units. */
	Map<Operation, Double> round() throws Exception {
		this.figures.clear();
		while (this.database.bean(IndexPayouts.class).index()) {
			// The processor of the stream does this all the time.
		}
		search();
		close();
		Map<UUID, List<UUID>> accepted = accept();
		settle(debit(accepted));
		webhooks(accepted);
		this.rounds++;
		return Map.copyOf(this.figures);
	}

	private void keep(Operation operation, long beginNanos, int units) {
		this.figures.put(operation, (System.nanoTime() - beginNanos) / 1e6 / units);
	}

	/** By the text of payouts of all ages. */
	private void search() {
		List<Sought> sought = this.database.jdbc()
			.sql("""
					SELECT p.business_id, p.merchant_reference_id, p.utr, p.beneficiary_name
					  FROM generate_series(1, 10) AS i
					 CROSS JOIN LATERAL (
					   SELECT * FROM payout
					    WHERE business_id = :business AND utr IS NOT NULL
					      AND payout_id >= first_uuid_at(:day::date::timestamp AT TIME ZONE 'Asia/Kolkata' - interval '40 days' * i)
					    ORDER BY payout_id LIMIT 1) AS p
					""")
			.param("business", this.database.merchants().getFirst().businessId())
			.param("day", this.database.firstOpenDay())
			.query((row, number) -> new Sought(row.getObject(1, UUID.class), row.getString(2), row.getString(3),
					row.getString(4)))
			.list();
		Payouts payouts = this.database.bean(Payouts.class);
		long begin = System.nanoTime();
		for (int i = 0; i < SEARCH_PASSES; i++) {
			sought.forEach((each) -> search(payouts, each));
		}
		keep(Operation.SEARCH, begin, SEARCH_PASSES * sought.size() * PHRASES);
	}

	private static void search(Payouts payouts, Sought sought) {
		for (String text : List.of(sought.reference, sought.reference.substring(2), sought.utr.substring(3),
				sought.name)) {
			if (payouts.search(sought.businessId, new SearchPhrase(text), Page.FIRST).isEmpty()) {
				throw new IllegalStateException(text + " is not found");
			}
		}
	}

	/** Closes and signs the next day, which must have no break. */
	private void close() {
		LocalDate day = this.database.firstOpenDay().plusDays(this.rounds);
		ReconciliationRuns runs = this.database.bean(ReconciliationRuns.class);
		ClosedDays days = new ClosedDays(this.database.jdbc(), runs, this.database.bean(ReconcileDay.class));
		ReconciliationRun run = days.close(day);
		this.figures.put(Operation.CLOSING, days.took().values().stream().mapToLong(Duration::toNanos).sum() / 1e6);
		List<String> breaks = this.database.jdbc()
			.sql("SELECT detail FROM reconciliation_run_break WHERE run_id = :runId LIMIT 10")
			.param("runId", run.runId())
			.query(String.class)
			.list();
		if (!Long.valueOf(0).equals(run.unexplainedPaise()) || !breaks.isEmpty()) {
			throw new IllegalStateException("The day has differences: " + run + breaks);
		}
		runs.signOff(run.runId(), run.completedAt(), "other", (signed) -> Map.of(ReportFormat.CSV, new byte[1],
				ReportFormat.XLS, new byte[1], ReportFormat.PDF, new byte[1]));
	}

	/** The accepted payouts by business. */
	private Map<UUID, List<UUID>> accept() throws Exception {
		AcceptPayout accept = this.database.bean(AcceptPayout.class);
		List<Future<UUID>> accepted = new ArrayList<>();
		Map<UUID, List<UUID>> byBusiness = new HashMap<>();
		long begin = System.nanoTime();
		try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
			for (int i = 0; i < this.payouts; i++) {
				Beneficiary to = this.beneficiaries.get(i * 37 % this.beneficiaries.size());
				String id = this.rounds + "-" + i;
				NewPayout payout = new NewPayout(to.businessId, to.apiKey, "nonce-" + id, "key-" + id, to.beneficiaryId,
						Rail.IMPS, 100_00 + i, new Charge(2_00, 36), "NEW-" + id);
				accepted.add(writers.submit(() -> switch (accept.accept(payout)) {
					case Acceptance.Accepted(var receipt) -> receipt.payoutId();
					case Acceptance other -> throw new IllegalStateException("Not accepted: " + other);
				}));
			}
		}
		for (int i = 0; i < accepted.size(); i++) {
			UUID business = this.beneficiaries.get(i * 37 % this.beneficiaries.size()).businessId;
			byBusiness.computeIfAbsent(business, (key) -> new ArrayList<>()).add(accepted.get(i).get());
		}
		keep(Operation.ACCEPT, begin, this.payouts);
		return byBusiness;
	}

	/** Returns the orders, which the debits claim. */
	private List<PaymentOrder> debit(Map<UUID, List<UUID>> accepted) {
		DebitWallets wallets = this.database.bean(DebitWallets.class);
		List<PaymentOrder> orders = new ArrayList<>();
		List<PayoutKey> keys = keys(accepted);
		int debited = 0;
		long begin = System.nanoTime();
		for (int i = 0; i < keys.size(); i += DEBITS) {
			Map<UUID, List<UUID>> poll = keys.subList(i, Math.min(i + DEBITS, keys.size()))
				.stream()
				.collect(Collectors.groupingBy(PayoutKey::businessId,
						Collectors.mapping(PayoutKey::payoutId, Collectors.toList())));
			DebitWallets.Debited group = wallets.debit(poll, SANDBOX);
			group.orders().forEach((claimed) -> orders.add(claimed.order()));
			debited += group.outcome().debited();
		}
		keep(Operation.DEBIT, begin, this.payouts);
		require("debited", debited, this.payouts);
		return orders;
	}

	private void settle(List<PaymentOrder> orders) {
		SettlePayout settle = this.database.bean(SettlePayout.class);
		List<SettlePayout.Success> reports = new ArrayList<>();
		int settled = 0;
		long begin = System.nanoTime();
		for (PaymentOrder order : orders) {
			reports.add(new SettlePayout.Success(order.attempt(),
					BankReport.of("NEW%dX%d".formatted(this.rounds, reports.size()), null)));
		}
		for (int i = 0; i < reports.size(); i += SETTLEMENTS) {
			settled += (int) settle.succeeded(reports.subList(i, Math.min(i + SETTLEMENTS, reports.size())))
				.stream()
				.filter(Boolean::booleanValue)
				.count();
		}
		keep(Operation.SETTLE, begin, this.payouts);
		require("settled", settled, this.payouts);
	}

	private void webhooks(Map<UUID, List<UUID>> accepted) {
		List<UUID> events = this.database.jdbc()
			.sql("""
					SELECT e.event_id FROM unnest(:businesses::uuid[], :payouts::uuid[]) AS made (business_id, payout_id)
					 CROSS JOIN LATERAL (SELECT event_id FROM payout_event p
					                      WHERE p.business_id = made.business_id AND p.payout_id = made.payout_id OFFSET 0) AS e
					 ORDER BY e.event_id
					""")
			.param("businesses", keys(accepted).stream().map(PayoutKey::businessId).toArray(UUID[]::new))
			.param("payouts", keys(accepted).stream().map(PayoutKey::payoutId).toArray(UUID[]::new))
			.query(UUID.class)
			.list();
		FanOutWebhooks fanOut = this.database.bean(FanOutWebhooks.class);
		WebhookDeliveries deliveries = this.database.bean(WebhookDeliveries.class);
		int made = 0;
		int recorded = 0;
		long begin = System.nanoTime();
		for (int i = 0; i < events.size(); i += EVENTS) {
			made += fanOut.of(events.subList(i, Math.min(i + EVENTS, events.size())));
		}
		for (List<ClaimedDelivery> claimed = claim(deliveries); !claimed.isEmpty(); claimed = claim(deliveries)) {
			recorded += deliveries.record(claimed.stream()
				.map((each) -> new RecordedAttempt(each.deliveryId(), each.claimId(), Instant.now(),
						Duration.ofMillis(5), new RecordedAttempt.Answer(200, new byte[2]), null,
						new RecordedAttempt.Next.Delivered()))
				.toList());
		}
		keep(Operation.WEBHOOKS, begin, 2 * this.payouts);
		require("webhooks made", made, 2 * this.payouts);
		require("webhooks recorded", recorded, 2 * this.payouts);
	}

	private static List<ClaimedDelivery> claim(WebhookDeliveries deliveries) {
		return deliveries.claim(DELIVERIES, PER_ENDPOINT, Map.of(), LEASE);
	}

	private static List<PayoutKey> keys(Map<UUID, List<UUID>> accepted) {
		List<PayoutKey> keys = new ArrayList<>();
		accepted.forEach((business, payouts) -> payouts.forEach((payout) -> keys.add(new PayoutKey(business, payout))));
		return keys;
	}

	private static void require(String what, int found, int expected) {
		if (found != expected) {
			throw new IllegalStateException("%d of %d were %s".formatted(found, expected, what));
		}
	}

	private record Beneficiary(UUID businessId, UUID beneficiaryId, String apiKey) {
	}

	private record Sought(UUID businessId, String reference, String utr, String name) {
	}

}
