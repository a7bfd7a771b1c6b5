package dev.hundi.bank;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hundi.time.IsoTime;
import dev.hundi.time.Timestamps;
import dev.hundi.webhook.RecordEvent;
import dev.hundi.webhook.WebhookEvent;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Outages of banks, as the circuit breakers of all copies of stream-processors see them,
 * and the events that report them to businesses.
 */
@Repository
public class BankOutages {

	/** Copies report every 5 s; older reports are of copies that have ended. */
	private static final int FRESH_SECONDS = 20;

	/** A bank that no copy has reported for so long was removed from the settings. */
	private static final int REMOVED_MINUTES = 10;

	private final JdbcClient jdbc;

	private final RecordEvent events;

	BankOutages(JdbcClient jdbc, RecordEvent events) {
		this.jdbc = jdbc;
		this.events = events;
	}

	/**
	 * Begins an outage of each bank whose breaker is open in all copies, and ends that of
	 * each bank whose breaker is closed in a copy that the bank has answered since.
	 * Without fresh reports, or while a copy tries whether the bank answers again,
	 * nothing changes. The outage of a bank that was removed ends once others are
	 * reported for all its rails.
	 * @return outages that began or ended
	 */
	@Transactional
	public int detect() {
		List<Outage> begun = this.jdbc.sql("""
				INSERT INTO bank_outage (bank, outage_id, transaction_types)
				SELECT bank, uuidv7(), array_agg(DISTINCT rail ORDER BY rail)
				  FROM bank_health
				 WHERE reported_at > now() - make_interval(secs => :fresh)
				 GROUP BY bank
				HAVING bool_and(breaker = 'OPEN')
				ON CONFLICT (bank) DO NOTHING
				RETURNING outage_id, transaction_types, begun_at, now() AS at
				""").param("fresh", FRESH_SECONDS).query(BankOutages::outage).list();
		List<Outage> ended = this.jdbc
			.sql("""
					WITH fresh AS (
					  SELECT bank, rail, breaker, reached_at FROM bank_health WHERE reported_at > now() - make_interval(secs => :fresh)
					)
					DELETE FROM bank_outage o
					 WHERE o.bank IN (SELECT bank FROM fresh
					                   WHERE breaker = 'CLOSED' AND reached_at > o.begun_at - make_interval(secs => :fresh))
					    OR (o.bank NOT IN (SELECT bank FROM bank_health
					                        WHERE reported_at > now() - make_interval(mins => :removed))
					        AND o.transaction_types <@ ARRAY(SELECT rail FROM fresh))
					RETURNING outage_id, transaction_types, begun_at, now() AS at
					""")
			.param("fresh", FRESH_SECONDS)
			.param("removed", REMOVED_MINUTES)
			.query(BankOutages::outage)
			.list();
		begun.forEach((outage) -> this.events.forAll(WebhookEvent.BANK_DOWN, outage.data()));
		ended.forEach((outage) -> this.events.forAll(WebhookEvent.BANK_UP, outage.data()));
		return begun.size() + ended.size();
	}

	private static Outage outage(ResultSet row, int number) throws SQLException {
		Array types = row.getArray("transaction_types");
		return new Outage(row.getObject("outage_id", UUID.class), List.of((String[]) types.getArray()),
				Timestamps.instant(row, "begun_at"), Timestamps.instant(row, "at"));
	}

	private record Outage(UUID outageId, List<String> transactionTypes, Instant begunAt, Instant at) {

		Data data() {
			return new Data(IsoTime.text(this.at), this.outageId, this.transactionTypes, IsoTime.text(this.begunAt));
		}

	}

	@JsonPropertyOrder({ "timestamp", "outageId", "transactionTypes", "downSince" })
	private record Data(String timestamp, UUID outageId, List<String> transactionTypes, String downSince) {
	}

}
