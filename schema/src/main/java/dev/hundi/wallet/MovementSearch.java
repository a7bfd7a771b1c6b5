package dev.hundi.wallet;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
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

	/** The end of a description with a narration (see {@link MovementRows#COLUMNS}). */
	private static final Pattern WITH_NARRATION = Pattern
		.compile("(" + TRANSACTION_ID + "[0-9]{8}[0-9a-z]{10}):(?: (.*))?");

	private static final String WITH_HITS = """
			WITH payouts AS MATERIALIZED (
			  %s
			), hits AS MATERIALIZED (
			  SELECT m.sequence, m.direction, m.total_paise
			    FROM payouts
			   CROSS JOIN LATERAL (SELECT sequence, type, direction, total_paise FROM wallet_movement
			                        WHERE business_id = :businessId AND payout_id = payouts.payout_id
			                       OFFSET 0) AS m
			   WHERE m.sequence > :after AND m.sequence <= :last
			     AND (:transactionId::text IS NULL OR EXISTS (
			       SELECT FROM payout p
			        CROSS JOIN LATERAL payout_search_text(p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name,
			                                              p.account_number, p.ifsc, p.vpa, p.narration, p.utr, p.bank_reference) AS fields
			        WHERE p.business_id = :businessId AND p.payout_id = payouts.payout_id
			          AND (starts_with(lower(p.transaction_id), :transactionId) AND (:ofType::text IS NULL OR m.type = :ofType)
			               AND (:narration::text IS NULL OR starts_with(lower(p.narration), :narration))
			               OR position(lower(:text) IN fields.accepted) > 0 OR position(lower(:text) IN fields.bank) > 0)
			       OFFSET 0))
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
		Description description = Description.of(text);
		return payoutHits().bind(sql, this.businessId)
			.param("after", this.after)
			.param("last", this.last)
			.param("ofType",
					(description != null && description.onlyOfReversals()) ? Movement.Type.PAYOUT_REVERSAL.name()
							: null)
			.param("transactionId", (description != null) ? description.transactionId() : null)
			.param("narration", (description != null) ? description.narration() : null)
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

	/**
	 * A field with the whole phrase contains a transaction id of it, too, so these hits
	 * include the payouts that have the phrase in another field.
	 */
	private PayoutHits payoutHits() {
		Description description = Description.of(this.phrase.text().toLowerCase(Locale.ROOT));
		return new PayoutHits((description != null) ? new SearchPhrase(description.transactionId()) : this.phrase);
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

	/**
	 * A phrase that is part of the description of a payout's movement: more than a part
	 * of its transaction id, which the search index has.
	 *
	 * @param onlyOfReversals whether the description of a debit does not contain it
	 * @param transactionId the id or its beginning
	 * @param narration the narration or its beginning; null if the phrase ends before it
	 */
	private record Description(boolean onlyOfReversals, String transactionId, @Nullable String narration) {

		static @Nullable Description of(String text) {
			int id = text.indexOf(TRANSACTION_ID);
			if (id < 0) {
				return null;
			}
			String beginning = text.substring(0, id);
			boolean ofDebits = begins(Movement.Type.PAYOUT_DEBIT, beginning);
			if (!ofDebits && !begins(Movement.Type.PAYOUT_REVERSAL, beginning)) {
				return null;
			}
			Matcher narrated = WITH_NARRATION.matcher(text.substring(id));
			if (narrated.matches()) {
				return new Description(!ofDebits, narrated.group(1), Objects.requireNonNullElse(narrated.group(2), ""));
			}
			return (id > 0) ? new Description(!ofDebits, text.substring(id), null) : null;
		}

		private static boolean begins(Movement.Type type, String beginning) {
			return type.describedAs().toLowerCase(Locale.ROOT).endsWith(beginning);
		}

	}

}
