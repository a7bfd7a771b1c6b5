package dev.hundi.portal.testing;

import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Payouts that wait for people, as the rules of their business say. */
public final class HeldPayouts {

	private final JdbcClient jdbc;

	public HeldPayouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Makes so many payouts of an amount that wait for an approval. */
	public List<UUID> payouts(UUID businessId, long paise, int number) {
		return this.jdbc
			.sql("""
					WITH made AS (
					  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
					                      beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
					                      response_message, held)
					  SELECT business_id, 'TXN20261123' || upper(translate(right(gen_random_uuid()::text, 10), 'ilou', '0000')),
					         beneficiary_id, beneficiary_code, name, phone_number, account_number, ifsc, 'I', :paise, 0, 0,
					         'Payout request created and queued', true
					    FROM (SELECT * FROM beneficiary WHERE business_id = :business LIMIT 1) b, generate_series(1, :number)
					  RETURNING business_id, payout_id
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
					  SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'Payout request created and queued' FROM made
					)
					INSERT INTO payout_hold (business_id, payout_id, reason) SELECT business_id, payout_id, 'APPROVAL' FROM made
					RETURNING payout_id
					""")
			.param("paise", paise)
			.param("business", businessId)
			.param("number", number)
			.query(UUID.class)
			.list();
	}

}
