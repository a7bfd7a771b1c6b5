package dev.hundi.verification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hundi.beneficiary.NameScore;
import dev.hundi.payout.Charge;
import dev.hundi.text.Beginning;
import dev.hundi.time.IsoTime;
import dev.hundi.time.Timestamps;
import dev.hundi.wallet.ChargeVerification;
import dev.hundi.webhook.RecordEvent;
import dev.hundi.webhook.WebhookEvent;
import dev.hundi.work.DueCondition;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Name verifications that wait for a bank. A crash between the bank's answer and its
 * record leaves a row that is due again when its lease ends: it is asked again under the
 * same reference, and charged once, with the result.
 */
@Repository
public class NameLookUps {

	private static final int LONGEST_NAME = 200;

	private static final int LONGEST_PROBLEM = 300;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final ChargeVerification charge;

	private final RecordEvent events;

	NameLookUps(JdbcClient jdbc, PlatformTransactionManager transactions, ChargeVerification charge,
			RecordEvent events) {
		this.events = events;
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.charge = charge;
	}

	/** Whether a verification is due at any bank. */
	public boolean areDue() {
		return whenDue().isTrue(this.jdbc);
	}

	/** The same condition, for {@link dev.hundi.work.LookForWork}. */
	public DueCondition whenDue() {
		return DueCondition.of("EXISTS (SELECT FROM name_verification WHERE due_at <= now())");
	}

	/**
	 * Claims due verifications for a bank and postpones them by the lease, so that no
	 * other process attempts them at the same time.
	 * @param accounts whether the bank is asked about accounts
	 * @param vpas whether the bank is asked about VPAs
	 */
	public List<NameLookUp> claim(String bank, boolean accounts, boolean vpas, int limit, Duration lease) {
		return this.jdbc.sql("""
				WITH due AS (
				  SELECT business_id, verification_id FROM name_verification
				   WHERE due_at <= now() AND CASE WHEN vpa IS NULL THEN :accounts ELSE :vpas END
				   ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
				)
				UPDATE name_verification v
				   SET due_at = now() + :lease::interval, attempt_count = v.attempt_count + 1, bank = :bank
				  FROM due
				 WHERE v.business_id = due.business_id AND v.verification_id = due.verification_id
				RETURNING v.business_id, v.verification_id, v.name, v.account_number, v.ifsc, v.vpa, v.attempt_count
				""")
			.param("bank", bank)
			.param("accounts", accounts)
			.param("vpas", vpas)
			.param("limit", limit)
			.param("lease", lease.toMillis() + " milliseconds")
			.query((row, number) -> new NameLookUp(row.getObject("business_id", UUID.class),
					row.getObject("verification_id", UUID.class), row.getString("name"),
					row.getString("account_number"), row.getString("ifsc"), row.getString("vpa"),
					row.getInt("attempt_count")))
			.list();
	}

	/**
	 * Records the name that the bank reported, and charges the business.
	 * @param nameAtBank null if the bank reports none, which is not charged
	 */
	public void reported(NameLookUp lookUp, @Nullable String nameAtBank) {
		if (nameAtBank == null) {
			end(lookUp, null, null, "The bank reports no name");
		}
		else {
			end(lookUp, NameScore.of(lookUp.name(), nameAtBank), Beginning.of(nameAtBank, LONGEST_NAME), null);
		}
	}

	/**
	 * Records that there is no such account or VPA, which is a result, and charges it.
	 */
	public void unknownTarget(NameLookUp lookUp, String message) {
		end(lookUp, 0, null, message);
	}

	/** Makes it due again after an unclear answer. */
	public void retryLater(NameLookUp lookUp, String problem, Duration pause) {
		this.jdbc.sql("""
				UPDATE name_verification SET due_at = now() + :pause::interval, problem = :problem
				 WHERE business_id = :businessId AND verification_id = :verificationId AND result IS NULL
				""")
			.param("pause", pause.toMillis() + " milliseconds")
			.param("problem", Beginning.of(problem, LONGEST_PROBLEM))
			.param("businessId", lookUp.businessId())
			.param("verificationId", lookUp.verificationId())
			.update();
	}

	/**
	 * Ends verifications as unavailable, without a charge: those that no bank answered
	 * for a time, and those that no bank is asked about.
	 * @param accounts whether any bank is asked about accounts
	 * @param vpas whether any bank is asked about VPAs
	 * @return their number
	 */
	public int giveUp(Duration after, boolean accounts, boolean vpas) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			List<Ended> ended = this.jdbc
				.sql("""
						UPDATE name_verification
						   SET result = 'UNAVAILABLE', due_at = NULL, checked_at = now(), problem = coalesce(problem, 'No bank was asked')
						 WHERE due_at <= now()
						   AND (requested_at < now() - :after::interval OR NOT CASE WHEN vpa IS NULL THEN :accounts ELSE :vpas END)
						RETURNING business_id, verification_id, beneficiary_id, result, score, checked_at
						""")
				.param("after", after.toMillis() + " milliseconds")
				.param("accounts", accounts)
				.param("vpas", vpas)
				.query(Ended::read)
				.list();
			ended.forEach(this::publish);
			return ended.size();
		}));
	}

	private void end(NameLookUp lookUp, @Nullable Integer score, @Nullable String nameAtBank,
			@Nullable String problem) {
		this.transaction.executeWithoutResult((status) -> lockPrice(lookUp).ifPresent((price) -> {
			if (score == null) {
				record(lookUp, VerificationResult.UNAVAILABLE, null, null, null, problem);
				return;
			}
			if (isChanged(lookUp)) {
				record(lookUp, VerificationResult.UNAVAILABLE, null, null, null, "The beneficiary has changed");
				return;
			}
			Optional<UUID> charged = (price.totalPaise() > 0) ? this.charge.charge(lookUp.businessId(),
					lookUp.verificationId(), price, "Name verification " + lookUp.verificationId()) : Optional.empty();
			if (price.totalPaise() > 0 && charged.isEmpty()) {
				record(lookUp, VerificationResult.UNAVAILABLE, null, null, null, "The wallet does not cover the fee");
			}
			else {
				record(lookUp, VerificationResult.of(score), score, nameAtBank, charged.orElse(null), problem);
			}
		}));
	}

	/** Empty if it has a result already. */
	private Optional<Charge> lockPrice(NameLookUp lookUp) {
		return this.jdbc.sql("""
				SELECT fee_paise, gst_paise FROM name_verification
				 WHERE business_id = :businessId AND verification_id = :verificationId AND result IS NULL
				   FOR NO KEY UPDATE
				""")
			.param("businessId", lookUp.businessId())
			.param("verificationId", lookUp.verificationId())
			.query((row, number) -> new Charge(row.getLong("fee_paise"), row.getLong("gst_paise")))
			.optional();
	}

	/** Whether the result would be about a name or target that the beneficiary had. */
	private boolean isChanged(NameLookUp lookUp) {
		return this.jdbc.sql("SELECT is_verified_payee_changed(:businessId, :verificationId)")
			.param("businessId", lookUp.businessId())
			.param("verificationId", lookUp.verificationId())
			.query(Boolean.class)
			.single();
	}

	private void record(NameLookUp lookUp, VerificationResult result, @Nullable Integer score,
			@Nullable String nameAtBank, @Nullable UUID chargeId, @Nullable String problem) {
		this.jdbc
			.sql("""
					UPDATE name_verification
					   SET result = :result, score = :score, name_at_bank = :nameAtBank, charge_id = :chargeId, problem = :problem,
					       due_at = NULL, checked_at = now()
					 WHERE business_id = :businessId AND verification_id = :verificationId AND result IS NULL
					RETURNING business_id, verification_id, beneficiary_id, result, score, checked_at
					""")
			.param("result", result.name())
			.param("score", score)
			.param("nameAtBank", nameAtBank)
			.param("chargeId", chargeId)
			.param("problem", (problem != null) ? Beginning.of(problem, LONGEST_PROBLEM) : null)
			.param("businessId", lookUp.businessId())
			.param("verificationId", lookUp.verificationId())
			.query(Ended::read)
			.list()
			.forEach(this::publish);
	}

	/** In the transaction of the result. Settlement accounts have no event. */
	private void publish(Ended ended) {
		UUID beneficiaryId = ended.beneficiaryId();
		if (beneficiaryId != null) {
			this.events.of(ended.businessId(), WebhookEvent.BENEFICIARY_VERIFIED,
					new EventData(IsoTime.text(ended.checkedAt()), ended.businessId(), beneficiaryId,
							ended.verificationId(), ended.result(), ended.score()));
		}
	}

	private record Ended(UUID businessId, UUID verificationId, @Nullable UUID beneficiaryId, VerificationResult result,
			@Nullable Integer score, Instant checkedAt) {

		static Ended read(ResultSet row, int number) throws SQLException {
			return new Ended(row.getObject("business_id", UUID.class), row.getObject("verification_id", UUID.class),
					row.getObject("beneficiary_id", UUID.class), VerificationResult.valueOf(row.getString("result")),
					row.getObject("score", Integer.class), Timestamps.instant(row, "checked_at"));
		}

	}

	/** The data of the webhook, without the holder's name. */
	@JsonPropertyOrder({ "timestamp", "businessId", "beneficiaryId", "verificationId", "result", "score" })
	private record EventData(String timestamp, UUID businessId, UUID beneficiaryId, UUID verificationId,
			VerificationResult result, @Nullable Integer score) {
	}

}
