package dev.hundi.bank;

import java.util.Collection;
import java.util.Set;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Which payouts get no order because a bank statement shows their payment. */
@Repository
public class StatementPayments {

	private final JdbcClient jdbc;

	StatementPayments(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The ids of those among some payouts. */
	@Transactional(readOnly = true)
	public Set<UUID> among(Collection<UUID> payoutIds) {
		return this.jdbc.sql(
				"SELECT asked.payout_id FROM unnest(:payoutIds::uuid[], :references::text[]) AS asked (payout_id, reference) WHERE "
						+ ShownAsPaid.sql("asked.reference"))
			.param("payoutIds", payoutIds.toArray(UUID[]::new))
			.param("references", payoutIds.stream().map(BankReference::of).toArray(String[]::new))
			.query(UUID.class)
			.set();
	}

}
