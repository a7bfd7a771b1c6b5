package dev.hundi.stream.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import javax.sql.DataSource;

import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Inserts businesses, payouts and events directly into the tables. */
public final class Rows {

	private final JdbcClient jdbc;

	private final DataSource dataSource;

	public Rows(TestDatabase database) {
		this.dataSource = database.dataSource();
		this.jdbc = JdbcClient.create(this.dataSource);
	}

	/**
	 * Runs something while a transaction is open that has written to the table
	 * {@code elsewhere}, which is not published.
	 */
	public void writeElsewhere(Runnable meanwhile) {
		this.jdbc.sql("CREATE TABLE elsewhere (filler text)").update();
		try (Connection open = this.dataSource.getConnection(); Statement insert = open.createStatement()) {
			open.setAutoCommit(false);
			insert.execute("INSERT INTO elsewhere VALUES ('written long before it ends')");
			meanwhile.run();
			open.rollback();
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Failed to write elsewhere", ex);
		}
		this.jdbc.sql("DROP TABLE elsewhere").update();
	}

	/** Inserts a business with one beneficiary. */
	public UUID business() {
		return this.jdbc
			.sql("""
					WITH business AS (
					  INSERT INTO business (business_code, business_name)
					  VALUES ('BIZ' || lpad(nextval(pg_get_serial_sequence('test_number', 'n'))::text, 8, '0'), 'Asha Traders')
					  RETURNING business_id
					)
					INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa)
					SELECT business_id, 'BEN' || lpad(nextval(pg_get_serial_sequence('test_number', 'n'))::text, 8, '0'),
					       'Ramesh', '9876543210', 'ramesh@upi'
					  FROM business
					RETURNING business_id
					""")
			.query(UUID.class)
			.single();
	}

	/** Sequences for the codes of {@link #business()} and {@link #payout}. */
	public Rows withNumbers() {
		this.jdbc.sql("CREATE TABLE test_number (n bigint GENERATED ALWAYS AS IDENTITY)").update();
		return this;
	}

	/** Deletes all webhooks, so that the next test of a class begins without any. */
	public void deleteDeliveries() {
		this.jdbc.sql("DELETE FROM webhook_attempt").update();
		this.jdbc.sql("DELETE FROM webhook_delivery").update();
		this.jdbc.sql("DELETE FROM webhook_endpoint_failure").update();
	}

	/** Inserts a payout with its CREATED event in one transaction. */
	public UUID payout(UUID business) {
		return this.jdbc.sql("""
				WITH payout AS (
				  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
				         beneficiary_phone, vpa, rail, amount_paise, commission_paise, gst_paise, response_message,
				         merchant_reference_id)
				  SELECT business_id,
				         'TXN20261121' || lpad(nextval(pg_get_serial_sequence('test_number', 'n'))::text, 10, '0'),
				         beneficiary_id, beneficiary_code, name, phone_number, vpa, 'U', 150000, 200, 36, 'm', 'ORD-1'
				    FROM beneficiary WHERE business_id = :business LIMIT 1
				  RETURNING business_id, payout_id
				)
				INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code,
				       response_message)
				SELECT business_id, payout_id, 1, 3, 'CREATED', 'api', 'INITIATED', :message FROM payout
				RETURNING payout_id
				""")
			.param("business", business)
			.param("message", ResponseCode.INITIATED.message())
			.query(UUID.class)
			.single();
	}

	/** The CREATED event of a payout. */
	public UUID created(UUID payout) {
		return this.jdbc.sql("SELECT event_id FROM payout_event WHERE payout_id = :payout AND sequence = 1")
			.param("payout", payout)
			.query(UUID.class)
			.single();
	}

	/** Waits until as many webhooks have a state. */
	public void awaitDeliveries(String state, int count) {
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT count(*) FROM webhook_delivery WHERE state = :state")
				.param("state", state)
				.query(Integer.class)
				.single() == count);
	}

	/** Inserts another event without updating the payout. */
	public UUID event(UUID business, UUID payout, int sequence, Stage stage, ResponseCode code, int fromStatus,
			int status) {
		return this.jdbc.sql("""
				INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
				       response_code, response_message, utr)
				VALUES (:business, :payout, :sequence, :from, :status, :stage, 'test', :code, :message, :utr)
				RETURNING event_id
				""")
			.param("business", business)
			.param("payout", payout)
			.param("sequence", sequence)
			.param("from", fromStatus)
			.param("status", status)
			.param("stage", stage.name())
			.param("code", code.name())
			.param("message", code.message())
			.param("utr", (status == 11) ? "426117123456" : null)
			.query(UUID.class)
			.single();
	}

	/** Inserts an event of the business's beneficiary. */
	public UUID beneficiaryEvent(UUID business) {
		return this.jdbc.sql("""
				INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
				SELECT business_id, beneficiary_id, 1, 'CREATED', jsonb_build_object('name', name, 'vpa', vpa)
				  FROM beneficiary WHERE business_id = :business
				RETURNING event_id
				""").param("business", business).query(UUID.class).single();
	}

	public JdbcClient jdbc() {
		return this.jdbc;
	}

}
