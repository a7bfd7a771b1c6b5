package dev.hundi.bench.seed;

import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Accepted payouts of one business, inserted in bulk and waiting for their debit.
 */
public final class AcceptedPayouts {

	private AcceptedPayouts() {
	}

	/** Inserts payouts of one rupee each, as acceptance would, and returns their ids. */
	public static List<UUID> store(JdbcClient jdbc, UUID business, UUID beneficiary, int count) {
		return jdbc.sql("""
				WITH accepted AS (
				  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
				                      beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise,
				                      gst_paise, response_message)
				  SELECT business_id, 'TXN20261121' || upper(lpad(to_hex(:stored + i), 10, '0')), beneficiary_id,
				         beneficiary_code, name, phone_number, account_number, ifsc, 'I', 100, 200, 36, 'x'
				    FROM beneficiary
				   CROSS JOIN generate_series(1, :count) AS i
				   WHERE business_id = :business AND beneficiary_id = :beneficiary
				  RETURNING payout_id
				), event AS (
				  INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code,
				                            response_message)
				  SELECT :business, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'x' FROM accepted
				)
				SELECT payout_id FROM accepted
				""")
			.param("business", business)
			.param("beneficiary", beneficiary)
			.param("count", count)
			.param("stored", jdbc.sql("SELECT count(*) FROM payout").query(Long.class).single())
			.query(UUID.class)
			.list();
	}

}
