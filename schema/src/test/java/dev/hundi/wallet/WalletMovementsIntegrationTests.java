package dev.hundi.wallet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.Movement.Direction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares windows, summaries and searches with a full scan in Java.
 */
class WalletMovementsIntegrationTests {

	private static final long SEED = 20_261_121;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final WalletMovements movements = new WalletMovements(jdbc);

	private static final TestBusiness business = TestBusiness.create(database);

	private static final Random random = new Random(SEED);

	/** The account of all payouts. */
	private static final String accountNumber = jdbc
		.sql("SELECT account_number FROM beneficiary WHERE business_id = :id")
		.param("id", business.id())
		.query(String.class)
		.single();

	/** Newest first. */
	private static final List<Movement> all = new ArrayList<>();

	@BeforeAll
	static void moveMoney() {
		TopUpWallet topUps = new TopUpWallet(jdbc);
		DebitWallets debits = new DebitWallets(jdbc, new JdbcTransactionManager(database.dataSource()));
		TestMoney other = new TestMoney(database.dataSource());
		topUps.topUp(business.id(), 10_000_000_00L, "AXISR52026112100000001", "Opening balance");
		for (int i = 0; i < 40; i++) {
			if (random.nextInt(3) == 0) {
				topUps.topUp(business.id(), 1 + random.nextInt(1_000_000), "AXISR52026112100%06d".formatted(2 + i),
						"Top-up from साहा & Co");
			}
			List<UUID> payouts = Stream.generate(() -> business.payout(1 + random.nextInt(100_000), 4_00, 72))
				.limit(1 + random.nextInt(5))
				.toList();
			debits.debit(business.id(), payouts);
			other.debitedPayout(TestBusiness.create(database));
		}
		all.addAll(movements.list(business.id(), Window.ALL, new Page(Page.MAX_LIMIT, 0)).rows());
		assertThat(all).hasSizeBetween(50, Page.MAX_LIMIT - 1);
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void sequencesAreContiguousAndBalancesFollow() {
		for (int i = 0; i < all.size(); i++) {
			Movement movement = all.get(i);
			assertThat(movement.sequence()).isEqualTo(all.size() - i);
			assertThat(movement.balanceBeforePaise())
				.isEqualTo((i + 1 < all.size()) ? all.get(i + 1).balanceAfterPaise() : 0);
			long signed = (movement.direction() == Direction.CREDIT) ? movement.totalPaise() : -movement.totalPaise();
			assertThat(movement.balanceAfterPaise()).isEqualTo(movement.balanceBeforePaise() + signed);
		}
		assertThat(business.violations()).isEmpty();
	}

	@Test
	void describesAPayoutWithItsNarration() {
		TestBusiness narrated = TestBusiness.create(database);
		UUID payout = new TestMoney(database.dataSource()).debitedPayout(narrated);
		WithoutTriggers.run(database.dataSource(),
				(session) -> session.sql("UPDATE payout SET narration = 'Rent Nov' WHERE payout_id = :id")
					.param("id", payout)
					.update());
		assertThat(movements.list(narrated.id(), Window.ALL, new Page(1, 0)).rows().getFirst().description())
			.matches("Payout TXN[0-9A-Z]+: Rent Nov");
	}

	@Test
	void everyWindowContainsItsRowsAndAddsUp() {
		for (int i = 0; i < 300; i++) {
			Window window = window();
			List<Movement> inside = inside(window);
			int offset = random.nextInt(12);

			MovementPage page = movements.list(business.id(), window, new Page(7, offset));

			assertThat(page.rows()).as("%s seed %d", window, SEED)
				.containsExactlyElementsOf(inside.stream().skip(offset).limit(7).toList());
			assertThat(page.summary()).as("%s seed %d", window, SEED).isEqualTo(summary(window, inside));
			MovementSummary sums = page.summary();
			assertThat(sums.openingBalancePaise() + sums.totalCreditPaise() - sums.totalDebitPaise())
				.isEqualTo(sums.closingBalancePaise());
		}
	}

	@Test
	void searchesFindTheRowsOfTheWindowAndKeepItsBalances() {
		for (int i = 0; i < 300; i++) {
			Window window = window();
			String phrase = phrase();
			List<Movement> hits = inside(window).stream().filter((movement) -> has(movement, phrase)).toList();
			MovementSummary ofWindow = summary(window, inside(window));
			MovementSummary ofHits = summary(Window.ALL, hits);

			MovementPage page = movements.search(business.id(), new SearchPhrase(phrase), window, new Page(5, i % 3));

			assertThat(page.rows()).as("<%s> in %s seed %d", phrase, window, SEED)
				.containsExactlyElementsOf(hits.stream().skip(i % 3).limit(5).toList());
			assertThat(page.summary()).isEqualTo(new MovementSummary(ofWindow.openingBalancePaise(),
					ofWindow.closingBalancePaise(), ofHits.totalCreditPaise(), ofHits.totalDebitPaise(),
					ofHits.creditCount(), ofHits.debitCount()));
		}
	}

	@Test
	void findsAMovementByItsId() {
		Movement wanted = all.get(3);

		assertThat(movements
			.search(business.id(), new SearchPhrase(wanted.movementId().toString().toUpperCase(Locale.ROOT)),
					Window.ALL, Page.FIRST)
			.rows()).containsExactly(wanted);
	}

	@Test
	void findsNoMovementsWithoutAWallet() {
		assertThat(movements.list(UUID.randomUUID(), Window.ALL, Page.FIRST))
			.isEqualTo(new MovementPage(List.of(), MovementSummary.NONE));
	}

	private static Window window() {
		Instant first = moment();
		Instant second = moment();
		return switch (random.nextInt(4)) {
			case 0 -> Window.ALL;
			case 1 -> new Window(first, null);
			case 2 -> new Window(null, first);
			default -> first.isBefore(second) ? new Window(first, second) : new Window(second, first);
		};
	}

	/** The time of a movement, or one close to it. */
	private static Instant moment() {
		return all.get(random.nextInt(all.size())).createdAt().plusNanos(1_000L * (random.nextInt(3) - 1));
	}

	private static List<Movement> inside(Window window) {
		Instant since = window.since();
		Instant until = window.until();
		return all.stream()
			.filter((movement) -> since == null || !movement.createdAt().isBefore(since))
			.filter((movement) -> until == null || movement.createdAt().isBefore(until))
			.toList();
	}

	private static MovementSummary summary(Window window, List<Movement> rows) {
		Instant since = window.since();
		Instant until = window.until();
		return new MovementSummary((since != null) ? balance(since) : 0,
				(until != null) ? balance(until) : all.getFirst().balanceAfterPaise(), sum(rows, Direction.CREDIT),
				sum(rows, Direction.DEBIT), count(rows, Direction.CREDIT), count(rows, Direction.DEBIT));
	}

	/** The balance after the last movement before a moment. */
	private static long balance(Instant moment) {
		return all.stream()
			.filter((movement) -> movement.createdAt().isBefore(moment))
			.findFirst()
			.map(Movement::balanceAfterPaise)
			.orElse(0L);
	}

	private static long sum(List<Movement> rows, Direction direction) {
		return rows.stream()
			.filter((movement) -> movement.direction() == direction)
			.mapToLong(Movement::totalPaise)
			.sum();
	}

	private static long count(List<Movement> rows, Direction direction) {
		return rows.stream().filter((movement) -> movement.direction() == direction).count();
	}

	private static String phrase() {
		List<String> texts = texts(all.get(random.nextInt(all.size()))).toList();
		String text = texts.get(random.nextInt(texts.size()));
		int length = 1 + random.nextInt(Math.min(text.length(), 12));
		int start = random.nextInt(text.length() - length + 1);
		String part = text.substring(start, start + length).strip();
		return switch (random.nextInt(6)) {
			case 0 -> part + "~";
			case 1 -> text;
			case 2 -> part.isEmpty() ? "payout" : part.toUpperCase(Locale.ROOT);
			default -> part.isEmpty() ? "t" : part;
		};
	}

	private static boolean has(Movement movement, String phrase) {
		return texts(movement)
			.anyMatch((text) -> text.toLowerCase(Locale.ROOT).contains(phrase.toLowerCase(Locale.ROOT)));
	}

	/** The texts that find a movement; its id must match as a whole. */
	private static Stream<String> texts(Movement movement) {
		Stream<String> always = Stream.of(movement.type().name(), movement.direction().name(), movement.description());
		UUID payout = movement.payoutId();
		if (payout == null) {
			return Stream.concat(always, Stream.of(String.valueOf(movement.utr())));
		}
		return Stream.concat(always, Stream.of(payout.toString(), String.valueOf(movement.transactionId()),
				"Ramesh Kumar", accountNumber, "HDFC0000001"));
	}

}
