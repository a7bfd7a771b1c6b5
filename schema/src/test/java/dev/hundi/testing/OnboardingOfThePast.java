package dev.hundi.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * The onboarding of a business, some years ago, with a person whose data is in every part
 * of the case. Inserted without triggers, which would refuse the past.
 */
public final class OnboardingOfThePast {

	private OnboardingOfThePast() {
	}

	/**
	 * Ends the relation with a business that was approved, and inserts its case.
	 * @param word makes name and e-mail address unique: lower-case letters
	 * @param digits makes account and phone number unique: six digits
	 * @param years since the relation ended
	 * @param document its only document
	 * @return the person, without a payout
	 */
	public static PersonOfThePast insert(TestDatabase database, UUID businessId, String word, String digits, int years,
			UUID document) {
		PersonOfThePast person = new PersonOfThePast("Meera " + word, "778899" + digits, "9800" + digits,
				word + "@mail.test", businessId, UUID.randomUUID());
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("SET LOCAL session_replication_role = replica");
			statement.execute(SQL.replace("$at", "now() - interval '%d years 1 day'".formatted(years))
				.replace("$business", "'" + businessId + "'::uuid")
				.replace("$document", "'" + document + "'::uuid")
				.replace("$name", person.name())
				.replace("$account", person.account())
				.replace("$phone", person.phone())
				.replace("$email", person.email()));
			connection.commit();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return person;
	}

	private static final String SQL = """
			UPDATE business SET api_access_enabled = false, relation_ended_at = $at WHERE business_id = $business;
			UPDATE wallet SET updated_at = $at WHERE business_id = $business;
			INSERT INTO onboarding_case (business_id, state, with_merchant, reviewer_id, approver_id, approval_id, submitted_at, closed_at)
			VALUES ($business, 'APPROVED', false, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $at, $at);
			INSERT INTO onboarding_requirement (business_id, requirement, state, value, reason_code, reason)
			VALUES ($business, 'BUSINESS_TYPE', 'ACCEPTED', 'PROPRIETORSHIP', NULL, NULL),
			       ($business, 'LEGAL_NAME', 'ACCEPTED', '$name', NULL, NULL), ($business, 'PHONE', 'ACCEPTED', '$phone', NULL, NULL),
			       ($business, 'EMAIL', 'ACCEPTED', '$email', NULL, NULL),
			       ($business, 'ACCOUNT_NUMBER', 'ACCEPTED', '$account', NULL, NULL),
			       ($business, 'GST_CERTIFICATE', 'REFUSED', NULL, 'OTHER', 'It names $name');
			WITH principal AS (
			  INSERT INTO onboarding_principal (business_id, principal_name, designation, pan, aadhaar)
			  VALUES ($business, '$name', 'Owner', 'AAAPD1234F', 'XXXX XXXX 1234')
			  RETURNING principal_id
			)
			INSERT INTO onboarding_document (document_id, business_id, requirement, principal_id, principal_part, file_name, media_type,
			                                 size_bytes, sha256, key_ciphertext, scan_state, page_count)
			SELECT $document, $business, 'PRINCIPALS_IDENTITY', principal_id, 'PAN', '$name.pdf', 'application/pdf', 1, sha256('x'), 'key',
			       'CLEAN', 1
			  FROM principal;
			INSERT INTO onboarding_note (business_id, author_id, note) VALUES ($business, gen_random_uuid(), 'Spoke to $name');
			INSERT INTO name_verification (business_id, name, account_number, ifsc, fee_paise, gst_paise, requested_by, due_at, result, score,
			                               name_at_bank, checked_at)
			VALUES ($business, '$name', '$account', 'HDFC0000001', 0, 0, 'ONBOARDING', NULL, 'MATCH', 100, '$name', $at);
			""";

}
