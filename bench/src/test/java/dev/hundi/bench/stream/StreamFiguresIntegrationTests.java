package dev.hundi.bench.stream;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class StreamFiguresIntegrationTests {

	/** It is completed one second after its accept, its webhooks two and nine. */
	@Test
	void aPayoutEndsWithItsSecondWebhook() {
		try (TestDatabase database = TestDatabase.create()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			WithoutTriggers
				.sql(jdbc,
						"""
								INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
								                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
								                    response_message)
								VALUES ('%1$s', 'TXN202611270000000001', '%1$s', 'BEN1', 'x', '9', '1', 'HDFC0000001', 'I', 1, 0, 0, 'x');
								UPDATE payout SET status = 11, completed_at = created_at + interval '1 second';
								INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, state, due_at, completed_at)
								SELECT business_id, business_id, payout_id, uuidv7(), event, 'DELIVERED', NULL, created_at + after
								  FROM payout, (VALUES ('Initiated', interval '2 seconds'), ('Successful', interval '9 seconds'))
								       AS webhook (event, after)
								"""
							.formatted(UUID.randomUUID()))
				.update();
			Instant begin = jdbc.sql("SELECT created_at AT TIME ZONE 'UTC' FROM payout")
				.query(LocalDateTime.class)
				.single()
				.toInstant(ZoneOffset.UTC);
			StreamFigures figures = new StreamFigures(jdbc);
			assertThat(figures.between(begin, begin.plusSeconds(5)))
				.isEqualTo(new StreamFigures.Measured(1, 0, 9_000, 9_000));
			assertThat(figures.queue(begin.plusSeconds(5))).isEqualTo(1);
			assertThat(figures.between(begin.plusSeconds(5), begin.plusSeconds(10)).ended()).isEqualTo(1);
			assertThat(figures.queue(begin.plusSeconds(10))).isZero();
		}
	}

}
