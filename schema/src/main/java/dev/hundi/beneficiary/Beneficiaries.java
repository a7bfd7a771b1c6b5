package dev.hundi.beneficiary;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.beneficiary.CreateBeneficiaryResult.Created;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Duplicate;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.payout.PublicCode;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The beneficiaries of every business.
 */
@Repository
public class Beneficiaries {

	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	Beneficiaries(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Registers a target with its CREATED event, or finds the existing one. Of two
	 * concurrent calls one creates it and the other finds the duplicate.
	 * @throws IllegalStateException if three codes in a row were taken
	 */
	public CreateBeneficiaryResult create(UUID businessId, NewBeneficiary beneficiary) {
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			Optional<CreateBeneficiaryResult> creation = insert(businessId, beneficiary)
				.or(() -> withTarget(businessId, beneficiary.accountNumber(), beneficiary.ifsc(), beneficiary.vpa())
					.map(Duplicate::new));
			if (creation.isPresent()) {
				return creation.get();
			}
		}
		throw new IllegalStateException("No free beneficiary code in " + ATTEMPTS + " attempts");
	}

	/** Empty if the target, or by chance the code, is taken. */
	private Optional<CreateBeneficiaryResult> insert(UUID businessId, NewBeneficiary beneficiary) {
		return this.jdbc
			.sql("""
					WITH b AS (
					  INSERT INTO beneficiary (business_id, beneficiary_code, name, email, phone_number, account_number, ifsc,
					                           vpa)
					  VALUES (:businessId, :code, :name, :email, :phoneNumber, :accountNumber, :ifsc, :vpa)
					  ON CONFLICT DO NOTHING
					  RETURNING *
					), event AS (
					  INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
					  SELECT b.business_id, b.beneficiary_id, 1, 'CREATED', beneficiary_snapshot(b::beneficiary) FROM b
					)
					SELECT beneficiary_id, beneficiary_code FROM b
					""")
			.param("businessId", businessId)
			.param("code", PublicCode.random("BEN", 8))
			.param("name", beneficiary.name())
			.param("email", beneficiary.email())
			.param("phoneNumber", beneficiary.phoneNumber())
			.param("accountNumber", beneficiary.accountNumber())
			.param("ifsc", beneficiary.ifsc())
			.param("vpa", beneficiary.vpa())
			.query((row,
					number) -> (CreateBeneficiaryResult) new Created(row.getObject("beneficiary_id", UUID.class),
							row.getString("beneficiary_code")))
			.optional();
	}

	/** Empty for an unknown one, and for one whose personal data is erased. */
	public Optional<Beneficiary> find(UUID businessId, UUID beneficiaryId) {
		return this.jdbc.sql("SELECT " + BeneficiaryRows.COLUMNS
				+ " FROM beneficiary b WHERE b.business_id = :businessId AND b.beneficiary_id = :beneficiaryId AND b.erased_at IS NULL")
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.query((row, number) -> BeneficiaryRows.beneficiary(row))
			.optional();
	}

	/** Keeps a beneficiary as it is until the transaction of the caller ends. */
	@Transactional(propagation = Propagation.MANDATORY)
	public void lock(UUID businessId, UUID beneficiaryId) {
		lock(businessId, beneficiaryId, "FOR SHARE");
	}

	/** Lets no one else change a beneficiary until the transaction of the caller ends. */
	@Transactional(propagation = Propagation.MANDATORY)
	public void lockForChange(UUID businessId, UUID beneficiaryId) {
		lock(businessId, beneficiaryId, "FOR NO KEY UPDATE");
	}

	private void lock(UUID businessId, UUID beneficiaryId, String strength) {
		this.jdbc
			.sql("SELECT FROM beneficiary WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId "
					+ strength)
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.query((row, number) -> true)
			.optional();
	}

	/** The sequence of the last event of a beneficiary. */
	public long lastSequence(UUID businessId, UUID beneficiaryId) {
		return this.jdbc.sql(
				"SELECT last_sequence FROM beneficiary WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId")
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.query(Long.class)
			.single();
	}

	/**
	 * A page of the beneficiaries created in a window, newest first, with the length of
	 * the whole list.
	 * @param status the only status listed, or null for both
	 * @param phrase a part of one of their fields, or null for any
	 */
	public BeneficiaryPage list(UUID businessId, Window window, @Nullable BeneficiaryStatus status,
			@Nullable SearchPhrase phrase, Page page) {
		StatementSpec sql = this.jdbc
			.sql("""
					WITH listed AS MATERIALIZED (
					  SELECT beneficiary_id
					    FROM %s
					   WHERE business_id = :businessId %s
					)
					SELECT (SELECT count(*) FROM listed) AS total, %s
					  FROM (VALUES (1)) AS one (row)
					  LEFT JOIN (SELECT beneficiary_id FROM listed ORDER BY beneficiary_id DESC
					              LIMIT :limit OFFSET :offset) AS page ON true
					  LEFT JOIN beneficiary b ON b.business_id = :businessId AND b.beneficiary_id = page.beneficiary_id
					 ORDER BY b.beneficiary_id DESC
					""".formatted((phrase != null) ? "beneficiary_search" : "beneficiary",
					conditions(window, status, phrase), BeneficiaryRows.COLUMNS))
			.param("businessId", businessId)
			.param("limit", page.limit())
			.param("offset", page.offset());
		if (window.since() != null) {
			sql = sql.param("since", window.sinceParameter());
		}
		if (window.until() != null) {
			sql = sql.param("until", window.untilParameter());
		}
		if (status != null) {
			sql = sql.param("status", status.code());
		}
		if (phrase != null) {
			sql = sql.param("phrase", phrase.text()).param("anchor", phrase.anchorPattern());
		}
		return sql.query(Beneficiaries::page);
	}

	/** Only the requested conditions, so that each combination has its own plan. */
	private static String conditions(Window window, @Nullable BeneficiaryStatus status, @Nullable SearchPhrase phrase) {
		return ((window.since() != null) ? " AND created_at >= :since" : "")
				+ ((window.until() != null) ? " AND created_at < :until" : "")
				+ ((status != null) ? " AND status = :status" : "") + ((phrase != null)
						? " AND search_text LIKE lower(:anchor) AND position(lower(:phrase) IN search_text) > 0" : "");
	}

	private static BeneficiaryPage page(ResultSet row) throws SQLException {
		long total = 0;
		List<Beneficiary> beneficiaries = new ArrayList<>();
		while (row.next()) {
			total = row.getLong("total");
			if (row.getObject("beneficiary_id") != null) {
				beneficiaries.add(BeneficiaryRows.beneficiary(row));
			}
		}
		return new BeneficiaryPage(beneficiaries, total);
	}

	/** The beneficiary of the business that has the target of a new one. */
	public Optional<Beneficiary> ofTarget(UUID businessId, NewBeneficiary beneficiary) {
		return withTarget(businessId, beneficiary.accountNumber(), beneficiary.ifsc(), beneficiary.vpa());
	}

	/** Another beneficiary of the business that has the target after a change. */
	public Optional<Beneficiary> ofTarget(UUID businessId, BeneficiaryChange change, Beneficiary before) {
		return withTarget(businessId, orElse(change.accountNumber(), before.accountNumber()),
				orElse(change.ifsc(), before.ifsc()), orElse(change.vpa(), before.vpa()))
			.filter((existing) -> !existing.beneficiaryId().equals(before.beneficiaryId()));
	}

	private static @Nullable String orElse(@Nullable String changed, @Nullable String present) {
		return (changed != null) ? changed : present;
	}

	Optional<Beneficiary> withTarget(UUID businessId, @Nullable String accountNumber, @Nullable String ifsc,
			@Nullable String vpa) {
		return this.jdbc.sql("""
				SELECT %s
				  FROM beneficiary b
				 WHERE b.business_id = :businessId
				   AND ((b.account_number = :accountNumber AND b.ifsc = :ifsc)
				        OR (b.vpa IS NOT NULL AND lower(b.vpa) = lower(:vpa)))
				""".formatted(BeneficiaryRows.COLUMNS))
			.param("businessId", businessId)
			.param("accountNumber", accountNumber)
			.param("ifsc", ifsc)
			.param("vpa", vpa)
			.query((row, number) -> BeneficiaryRows.beneficiary(row))
			.optional();
	}

}
