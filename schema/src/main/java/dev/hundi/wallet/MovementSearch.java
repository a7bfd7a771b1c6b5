package dev.hundi.wallet;

import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.list.SearchPhrase;
import dev.hundi.payout.PayoutHits;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Movements of a range with a phrase in a field or in their metadata. Most fields of a
 * payout's movement are the payout's, so its search index finds them; text that all
 * movements of a type share is compared here, once.
 *
 * @param after sequence before the range
 * @param last last sequence of the range
 */
record MovementSearch(UUID businessId, SearchPhrase phrase, long after, long last) {

	private static final Pattern UUID_FORM = Pattern
		.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

	/** The start of every transaction id. */
	private static final String TRANSACTION_ID = "txn";

	private static final String WITH_HITS = """
			WITH payouts AS MATERIALIZED (
			  %s
			), hits AS MATERIALIZED (
			  SELECT m.sequence, m.direction, m.total_paise
			    FROM payouts
			   CROSS JOIN LATERAL (SELECT sequence, type, direction, total_paise FROM wallet_movement
			                        WHERE business_id = :businessId AND payout_id = payouts.payout_id
			                       OFFSET 0) AS m
			   WHERE m.sequence > :after AND m.sequence <= :last AND (:ofType::text IS NULL OR m.type = :ofType)
			  UNION
			  SELECT m.sequence, m.direction, m.total_paise
			    FROM wallet_movement m
			   WHERE m.business_id = :businessId AND m.sequence > :after AND m.sequence <= :last AND m.payout_id IS NULL
			     AND (position(lower(:text) IN lower(m.description)) > 0
			          OR EXISTS (SELECT FROM jsonb_each_text(m.metadata) AS field
			                      WHERE position(lower(:text) IN lower(field.value)) > 0))
			  UNION
			  SELECT m.sequence, m.direction, m.total_paise
			    FROM wallet_movement m
			   WHERE m.business_id = :businessId AND m.sequence > :after AND m.sequence <= :last
			     AND m.movement_id = :movementId::uuid
			  UNION
			  SELECT m.sequence, m.direction, m.total_paise
			    FROM wallet_movement m
			   WHERE m.business_id = :businessId AND m.sequence > :after AND m.sequence <= :last
			     AND cardinality(:types::text[]) + cardinality(:directions::text[]) > 0
			     AND (m.type = ANY (:types) OR m.direction = ANY (:directions))
			)
			""";

	/**
	 * Begins a query with a CTE {@code hits}: sequence, direction and total of each hit,
	 * once. Payouts with the phrase are found first, or the planner might search them
	 * once per movement. OFFSET 0 forces a lookup of the movements of each, independent
	 * of the planner's estimate.
	 */
	String withHits() {
		return WITH_HITS.formatted(payoutHits().all());
	}

	StatementSpec bind(StatementSpec sql) {
		String text = this.phrase.text().toLowerCase(Locale.ROOT);
		Movement.Type described = described(text);
		return payoutHits().bind(sql, this.businessId)
			.param("after", this.after)
			.param("last", this.last)
			.param("ofType", (described == Movement.Type.PAYOUT_REVERSAL) ? described.name() : null)
			.param("text", this.phrase.text())
			.param("movementId", UUID_FORM.matcher(text).matches() ? UUID.fromString(text) : null)
			.param("types",
					names(Movement.Type.values())
						.filter((type) -> type.contains(text.toUpperCase(Locale.ROOT)) || describes(type, text))
						.toArray(String[]::new))
			.param("directions",
					names(Movement.Direction.values())
						.filter((direction) -> direction.contains(text.toUpperCase(Locale.ROOT)))
						.toArray(String[]::new));
	}

	private PayoutHits payoutHits() {
		String text = this.phrase.text().toLowerCase(Locale.ROOT);
		return new PayoutHits((described(text) != null) ? new SearchPhrase(text.substring(text.indexOf(TRANSACTION_ID)))
				: this.phrase);
	}

	/**
	 * The type whose description begins with the start of the phrase, such as
	 * {@code payout TXN2026…}: the rest is a transaction id.
	 */
	private static Movement.@Nullable Type described(String text) {
		int id = text.indexOf(TRANSACTION_ID);
		if (id <= 0) {
			return null;
		}
		String beginning = text.substring(0, id);
		String debit = Movement.Type.PAYOUT_DEBIT.describedAs().toLowerCase(Locale.ROOT);
		String reversal = Movement.Type.PAYOUT_REVERSAL.describedAs().toLowerCase(Locale.ROOT);
		if (debit.endsWith(beginning)) {
			return Movement.Type.PAYOUT_DEBIT;
		}
		return reversal.endsWith(beginning) ? Movement.Type.PAYOUT_REVERSAL : null;
	}

	/**
	 * Whether every description of a type contains the text, up to the beginning of the
	 * transaction id.
	 */
	private static boolean describes(String type, String text) {
		String prefix = Movement.Type.valueOf(type).describedAs().toLowerCase(Locale.ROOT);
		return !prefix.isEmpty() && (prefix + TRANSACTION_ID).contains(text);
	}

	private static Stream<String> names(Enum<?>[] values) {
		return Arrays.stream(values).map(Enum::name);
	}

}
