package dev.hundi.bench.crash;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.sandbox.server.ClassArchive;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * {@code ./hundi crash --kills N --seed S}: merchants pay, schedule, cancel and approve
 * continuously while processes are killed, the slot, the publication and Kafka's data are
 * lost, each in turn in random order, the bank times out in both directions, and messages
 * are lost and duplicated. Then the campaign waits until the platform is idle and checks
 * every money rule.
 */
public final class CrashCampaign {

	/** Long enough for processes to become healthy between kills. */
	private static final Duration LONGEST_GAP = Duration.ofSeconds(6);

	private static final Duration LONGEST_REST = Duration.ofMinutes(6);

	private static final int PAYERS = 4;

	/** The payers with the smallest balance run out of money during the campaign. */
	private static final long[] OPENING_PAISE = { 100_000_000_00L, 100_000_000_00L, 1_000_000_00L, 5_000_00L };

	private final Path directory;

	private final int kills;

	private final long seed;

	private final Map<Victim, Integer> killed = new EnumMap<>(Victim.class);

	private final ReceivedEvents received = new ReceivedEvents();

	CrashCampaign(Path directory, int kills, long seed) {
		this.directory = directory;
		this.kills = kills;
		this.seed = seed;
	}

	/** Runs a campaign, prints its violations and returns whether there are none. */
	public static boolean succeeds(int kills, long seed) throws Exception {
		try (RunDirectory directory = RunDirectory.create("crash")) {
			// What a campaign that fails or is stopped has found must not be lost.
			directory.keep();
			Path data = directory.path();
			System.out.printf("%d kills, seed %d, data and logs in %s%n", kills, seed, data);
			List<String> violations = new CrashCampaign(data, kills, seed).run();
			if (violations.isEmpty()) {
				directory.release();
				System.out.println("0 violations");
				return true;
			}
			violations.forEach((violation) -> System.out.println("VIOLATION " + violation));
			System.out.printf(
					"%d violations; repeat with: ./hundi crash --kills %d --seed %d; data and logs are in %s%n",
					violations.size(), kills, seed, data);
			return false;
		}
	}

	/** Runs the campaign and returns the violations. */
	List<String> run() throws Exception {
		try (Platform platform = Platform.builder(this.directory)
			.run(Application.API, Application.Mode.OFF)
			.run(Application.STREAM, Application.Mode.OFF)
			.run(Application.WEBHOOKS, Application.Mode.OFF)
			.run(Application.BATCH, Application.Mode.OFF)
			.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.writes=off")
			.set(Application.STREAM, "hundi.sweep.interval=500ms", "hundi.sweep.stuck-after=3s",
					"hundi.dispatch.lease=7s", "hundi.dispatch.not-sent-after=8s",
					"hundi.dispatch.banks.sandbox.connect-timeout=1s", "hundi.dispatch.banks.sandbox.call-timeout=2s",
					"hundi.dispatch.enquiry-schedule=500ms",
					"hundi.kafka.consumer-properties[interceptor.classes]=" + LossyMessages.class.getName())
			.set(Application.WEBHOOKS, "hundi.webhook.lease=6s",
					"hundi.kafka.consumer-properties[interceptor.classes]=" + LossyMessages.class.getName())
			.start(); Fleet fleet = new Fleet(platform, () -> Checkers.start(platform, this.directory))) {
			fleet.awaitHealthy();
			ClassArchive archive = ClassArchive.ofThisProgram();
			if (archive != null) {
				archive.makeIfOutdated();
			}
			List<Payer> payers = payers(platform);
			behave(platform, "{\"delayMs\":20,\"settleDelayMs\":500,\"returnDelayMs\":1000,\"failureRate\":0.05,"
					+ "\"timeoutPaidRate\":0.03,\"timeoutNotPaidRate\":0.03}");
			List<Thread> threads = payers.stream()
				.map((payer) -> Thread.ofPlatform().name(payer.business().name()).start(payer::payOnAndOn))
				.toList();
			killAtRandom(platform, fleet);
			payers.forEach(Payer::stop);
			for (Thread thread : threads) {
				thread.join();
			}
			fleet.awaitHealthy();
			awaitRest(platform);
			report(platform, payers);
			return Violations.of(platform, payers, this.received);
		}
	}

	private List<Payer> payers(Platform platform) {
		DemoBusinesses businesses = new DemoBusinesses(platform, this.directory);
		List<Payer> payers = new ArrayList<>();
		for (int i = 0; i < PAYERS; i++) {
			payers
				.add(new Payer(platform, businesses.create("Payer " + (i + 1), OPENING_PAISE[i], true), this.seed + i));
		}
		payers.forEach(Payer::registerBeneficiaries);
		return payers;
	}

	private void killAtRandom(Platform platform, Fleet fleet) {
		Random random = new Random(this.seed);
		List<Victim> victims = new ArrayList<>();
		for (int i = 0; i < this.kills; i++) {
			LockSupport.parkNanos((long) (LONGEST_GAP.toNanos() * random.nextDouble()));
			if (victims.isEmpty()) {
				victims.addAll(List.of(Victim.values()));
				Collections.shuffle(victims, random);
			}
			Victim victim = victims.removeLast();
			fleet.kill(victim);
			this.killed.merge(victim, 1, Integer::sum);
			this.received.read(platform.receiver());
			if ((i + 1) % 25 == 0) {
				System.out.printf("%,d of %,d kills, %s%n", i + 1, this.kills, counts(platform));
			}
		}
	}

	/** Waits until nothing is open, or until something evidently never ends. */
	private static void awaitRest(Platform platform) {
		JdbcClient jdbc = JdbcClient.create(platform.dataSource());
		long end = System.nanoTime() + LONGEST_REST.toNanos();
		while (System.nanoTime() < end && jdbc.sql("""
				SELECT EXISTS (SELECT FROM payout WHERE status NOT IN (11, 12))
				    OR EXISTS (SELECT FROM payout WHERE status = 11 AND account_number = :givenBack)
				    OR EXISTS (SELECT FROM webhook_delivery WHERE state = 'PENDING')
				    OR EXISTS (SELECT FROM payout_event e
				                WHERE e.stage IN ('CREATED', 'SUCCESS', 'FAILED', 'RETURNED')
				                  AND NOT EXISTS (SELECT FROM webhook_delivery d
				                                   WHERE d.business_id = e.business_id AND d.payout_id = e.payout_id
				                                     AND d.event_id = e.event_id))
				""").param("givenBack", Target.RETURNED).query(Boolean.class).single()) {
			ChildProcess.pause();
		}
	}

	private void report(Platform platform, List<Payer> payers) {
		JdbcClient jdbc = JdbcClient.create(platform.dataSource());
		System.out.printf("killed: %s%n", this.killed);
		System.out.printf("answered payouts %,d, unanswered requests %,d, replays refused %,d, cancelled %,d%n",
				payers.stream().mapToLong((payer) -> payer.accepted().size()).sum(),
				payers.stream().mapToLong(Payer::retries).sum(), payers.stream().mapToLong(Payer::replays).sum(),
				payers.stream().mapToLong((payer) -> payer.cancelled().size()).sum());
		jdbc.sql(
				"""
						SELECT 'payouts ' || CASE status WHEN 11 THEN 'successful' WHEN 12 THEN 'failed' ELSE 'open' END || ' '
						       || response_code || ': ' || count(*) FROM payout GROUP BY status, response_code
						UNION ALL
						SELECT 'were in doubt: ' || count(DISTINCT payout_id) FROM payout_event WHERE stage = 'IN_DOUBT'
						UNION ALL
						SELECT 'released by ' || source || ': ' || count(*) FROM payout_event WHERE stage = 'RELEASED' GROUP BY source
						UNION ALL
						SELECT 'webhooks ' || state || ': ' || count(*) || ' in ' || sum(attempt_count) || ' attempts'
						  FROM webhook_delivery GROUP BY state
						 ORDER BY 1
						""")
			.query(String.class)
			.list()
			.forEach(System.out::println);
	}

	private static String counts(Platform platform) {
		try {
			return JdbcClient.create(platform.dataSource())
				.sql("SELECT count(*) || ' payouts, ' || count(*) FILTER (WHERE status IN (11, 12)) || ' ended' FROM payout")
				.query(String.class)
				.single();
		}
		catch (RuntimeException ex) {
			return "the database is unavailable";
		}
	}

	private static void behave(Platform platform, String behaviour) throws Exception {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpResponse<String> reply = http.send(HttpRequest.newBuilder(URI.create(platform.bankUrl() + "/behaviour"))
				.POST(HttpRequest.BodyPublishers.ofString(behaviour))
				.build(), HttpResponse.BodyHandlers.ofString());
			if (reply.statusCode() != 200) {
				throw new IllegalStateException("The bank refused the behaviour: " + reply.body());
			}
		}
	}

}
