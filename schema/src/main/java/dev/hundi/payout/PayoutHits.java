package dev.hundi.payout;

import java.util.UUID;

import dev.hundi.list.SearchPhrase;

import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * All payouts of a business that have a phrase in a field, as a part of larger queries.
 */
public final class PayoutHits {

	/** A query for their {@code payout_id}, each once. */
	public static final String SQL = SearchPayouts.UNINDEXED_HITS + " UNION " + SearchPayouts.INDEXED_HITS;

	private PayoutHits() {
	}

	/** Binds the parameters of {@link #SQL}. */
	public static StatementSpec bind(StatementSpec statement, UUID businessId, SearchPhrase phrase) {
		return statement.param("businessId", businessId)
			.param("phrase", phrase.text())
			.param("anchor", phrase.anchorPattern());
	}

}
