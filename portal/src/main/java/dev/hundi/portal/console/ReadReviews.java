package dev.hundi.portal.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;

import dev.hundi.bank.ManualReview;
import dev.hundi.bank.ReviewKind;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The cases of {@code manual_review}, the oldest first. */
@StaffOnly
@Repository
class ReadReviews {

	private final JdbcClient jdbc;

	ReadReviews(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A case with its business. */
	record Case(ManualReview review, String businessCode, String businessName) {
	}

	/** Where a page begins: after a case. */
	record Position(Instant since, String kind, UUID subjectId, String bank) {

		static final Position FIRST = new Position(Instant.EPOCH, "", new UUID(0, 0), "");

		static Position after(Case last) {
			ManualReview review = last.review();
			return new Position(review.since(), review.kind(), review.subjectId(), review.bank());
		}

		/** Reads what {@link #text} wrote; the first page for anything else. */
		static Position read(String text) {
			String[] parts = text.split("/", 4);
			try {
				Instant since = (parts.length == 4) ? Instant.parse(parts[0]) : Instant.EPOCH;
				return (since.isAfter(Instant.EPOCH) && since.isBefore(Instant.now().plus(Duration.ofDays(1))))
						? new Position(since, parts[1], UUID.fromString(parts[2]), parts[3]) : FIRST;
			}
			catch (DateTimeParseException | IllegalArgumentException ex) {
				return FIRST;
			}
		}

		String text() {
			return String.join("/", this.since.toString(), this.kind, this.subjectId.toString(), this.bank);
		}

	}

	@Transactional(readOnly = true)
	Slice<Case> list(@Nullable ReviewKind kind, @Nullable UUID businessId, Position after) {
		return Slice.of(this.jdbc
			.sql("""
					SELECT r.*, b.business_code, b.business_name
					  FROM (SELECT kind, business_id, subject_id, bank, since, detail
					          FROM manual_review
					         WHERE since >= :since AND (since, kind, subject_id, bank) > (:since, :afterKind, :afterSubject, :afterBank)
					           AND (:kind::text IS NULL OR kind = :kind::text)
					           AND (:business::uuid IS NULL OR business_id = :business::uuid)
					         ORDER BY since, kind, subject_id, bank LIMIT :limit) r
					  JOIN business b USING (business_id)
					 ORDER BY r.since, r.kind, r.subject_id, r.bank
					""")
			.param("since", Timestamps.utc(after.since))
			.param("afterKind", after.kind)
			.param("afterSubject", after.subjectId)
			.param("afterBank", after.bank)
			.param("kind", (kind != null) ? kind.name() : null)
			.param("business", businessId)
			.param("limit", Slice.READ)
			.query(ReadReviews::read)
			.list());
	}

	private static Case read(ResultSet row, int number) throws SQLException {
		return new Case(
				new ManualReview(row.getString("kind"), row.getObject("business_id", UUID.class),
						row.getObject("subject_id", UUID.class), row.getString("bank"),
						Timestamps.instant(row, "since"), row.getString("detail")),
				row.getString("business_code"), row.getString("business_name"));
	}

}
