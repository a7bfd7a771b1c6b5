package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.payout.Rail;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** What the copies of stream-processors see of the banks. */
@Repository
public class BankHealth {

	private static final int KEPT_MINUTES = 60;

	private final JdbcClient jdbc;

	BankHealth(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A report of one copy.
	 *
	 * @param at UTC
	 */
	public record Report(RailHealth health, Instant at) {
	}

	/** Replaces the reports of a copy and removes those of copies that have ended. */
	@Transactional
	public void report(UUID processId, List<RailHealth> rails) {
		this.jdbc.sql("""
				DELETE FROM bank_health WHERE (process_id, bank, rail) IN (
				  SELECT process_id, bank, rail FROM bank_health
				   WHERE process_id = :process OR reported_at < now() - make_interval(mins => :kept)
				     FOR UPDATE SKIP LOCKED)
				""").param("process", processId).param("kept", KEPT_MINUTES).update();
		this.jdbc
			.sql("""
					INSERT INTO bank_health (process_id, bank, rail, breaker, parks, calls_in_flight, accepted, refused, not_sent,
					                         unanswered, unusable, last_answer, last_answer_at, reached_at)
					SELECT :process, *
					  FROM unnest(:banks::text[], :rails::text[], :breakers::text[], :parks::boolean[], :calls::integer[],
					              :accepted::integer[], :refused::integer[], :notSent::integer[], :unanswered::integer[],
					              :unusable::integer[], :lastAnswers::text[], :lastTimes::timestamptz[],
					              :reached::timestamptz[])
					""")
			.param("process", processId)
			.param("banks", each(rails, RailHealth::bank))
			.param("rails", each(rails, (rail) -> rail.rail().code()))
			.param("breakers", each(rails, (rail) -> rail.state().breaker().name()))
			.param("parks", each(rails, (rail) -> Boolean.toString(rail.state().parks())))
			.param("calls", each(rails, (rail) -> Integer.toString(rail.state().callsInFlight())))
			.param("accepted", counts(rails, PaymentResult.ACCEPTED))
			.param("refused", counts(rails, PaymentResult.REFUSED))
			.param("notSent", counts(rails, PaymentResult.NOT_SENT))
			.param("unanswered", counts(rails, PaymentResult.UNANSWERED))
			.param("unusable", counts(rails, PaymentResult.UNUSABLE))
			.param("lastAnswers", rails.stream().map((rail) -> {
				RailHealth.LastPayment last = rail.last();
				return (last != null) ? last.result().name() : null;
			}).toArray(String[]::new))
			.param("lastTimes", rails.stream().map((rail) -> {
				RailHealth.LastPayment last = rail.last();
				return (last != null) ? last.at().toString() : null;
			}).toArray(String[]::new))
			.param("reached", rails.stream().map((rail) -> {
				Instant reachedAt = rail.state().reachedAt();
				return (reachedAt != null) ? reachedAt.toString() : null;
			}).toArray(String[]::new))
			.update();
	}

	/** The last reports of all copies, by bank and rail. */
	@Transactional(readOnly = true)
	public List<Report> reports() {
		return this.jdbc.sql("""
				SELECT bank, rail, breaker, parks, calls_in_flight, accepted, refused, not_sent, unanswered, unusable,
				       last_answer, last_answer_at, reached_at, reported_at
				  FROM bank_health ORDER BY bank, rail, reported_at DESC
				""").query(BankHealth::report).list();
	}

	private static Report report(ResultSet row, int number) throws SQLException {
		Map<PaymentResult, Integer> payments = new EnumMap<>(PaymentResult.class);
		for (PaymentResult result : PaymentResult.values()) {
			payments.put(result, row.getInt(result.name().toLowerCase(Locale.ROOT)));
		}
		String last = row.getString("last_answer");
		return new Report(
				new RailHealth(row.getString("bank"), Rail.stored(row.getString("rail")),
						new RailHealth.State(BreakerState.valueOf(row.getString("breaker")), row.getBoolean("parks"),
								row.getInt("calls_in_flight"), Timestamps.nullable(row, "reached_at")),
						payments,
						(last != null) ? new RailHealth.LastPayment(PaymentResult.valueOf(last),
								Timestamps.instant(row, "last_answer_at")) : null),
				Timestamps.instant(row, "reported_at"));
	}

	private static String[] each(List<RailHealth> rails, Function<RailHealth, String> value) {
		return rails.stream().map(value).toArray(String[]::new);
	}

	private static String[] counts(List<RailHealth> rails, PaymentResult result) {
		return each(rails, (rail) -> Integer.toString(rail.count(result)));
	}

}
