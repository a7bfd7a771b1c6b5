package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Payouts that a person makes in the portal: the statement of {@link AcceptPayout} in the
 * transaction of the caller.
 */
@Component
public class MakePayout {

	/** In place of an API key. No key has this form. */
	private static final String PORTAL = "portal";

	private final AcceptSql sql;

	private final Payouts payouts;

	private final JdbcClient jdbc;

	MakePayout(JdbcTemplate jdbc, Payouts payouts) {
		this.sql = new AcceptSql(jdbc, () -> PublicCode.transactionId(Instant.now()));
		this.jdbc = JdbcClient.create(jdbc);
		this.payouts = payouts;
	}

	/**
	 * What a person entered.
	 *
	 * @param formId one form makes one payout, however often it is sent
	 * @param amountPaise amount to the beneficiary in paise
	 */
	public record Draft(UUID formId, UUID beneficiaryId, Rail rail, long amountPaise, Charge charge,
			@Nullable String merchantReferenceId, PayoutOptions options) {
	}

	/** Accepts or refuses a payout of a person. */
	@Transactional(propagation = Propagation.MANDATORY)
	public Acceptance make(UUID businessId, UUID makerId, Draft draft) {
		String key = key(draft.formId());
		NewPayout payout = new NewPayout(businessId, PORTAL, draft.formId().toString(), key, draft.beneficiaryId(),
				draft.rail(), draft.amountPaise(), draft.charge(), draft.merchantReferenceId(), draft.options(),
				makerId);
		Optional<Acceptance> acceptance = this.sql.run(List.of(payout)).getFirst();
		return acceptance.filter((one) -> !(one instanceof NonceUsed))
			.orElseGet(() -> this.payouts.byIdempotencyKey(businessId, key)
				.<Acceptance>map(Replayed::new)
				.orElseGet(NonceUsed::new));
	}

	/** The payout that a form has made already. */
	public Optional<PayoutReceipt> made(UUID businessId, UUID formId) {
		return this.payouts.byIdempotencyKey(businessId, key(formId));
	}

	private static String key(UUID formId) {
		return PORTAL + "-" + formId;
	}

	/**
	 * Payouts of the same amount to the same payee within a time, that have not failed.
	 */
	public List<String> alike(UUID businessId, UUID beneficiaryId, long amountPaise, Duration within) {
		return this.jdbc.sql("""
				SELECT transaction_id FROM payout
				 WHERE business_id = :business AND payout_id >= :from AND beneficiary_id = :beneficiary
				   AND amount_paise = :amount AND status <> 12
				 ORDER BY payout_id DESC LIMIT 5
				""")
			.param("business", businessId)
			.param("from", TimeOrderedIds.first(Instant.now().minus(within)))
			.param("beneficiary", beneficiaryId)
			.param("amount", amountPaise)
			.query(String.class)
			.list();
	}

}
