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
		return insert(database, businessId, word, digits, "%d years 1 day".formatted(years), document,
				APPROVED + PARTS);
	}

	/**
	 * Inserts a case that was never submitted, of a business without a wallet, with a
	 * person who was invited and has a password.
	 * @param days since it was used last
	 * @param document its only document
	 * @param personId the id of the person
	 */
	public static PersonOfThePast insertDraft(TestDatabase database, UUID businessId, String word, String digits,
			int days, UUID document, UUID personId) {
		return insert(database, businessId, word, digits, "%d days".formatted(days), document,
				(DRAFT + PARTS).replace("$person", "'" + personId + "'::uuid"));
	}

	private static PersonOfThePast insert(TestDatabase database, UUID businessId, String word, String digits,
			String ago, UUID document, String sql) {
		PersonOfThePast person = new PersonOfThePast("Meera " + word, "778899" + digits, "9800" + digits,
				word + "@mail.test", businessId, UUID.randomUUID());
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("SET LOCAL session_replication_role = replica");
			statement.execute(sql.replace("$at", "now() - interval '%s'".formatted(ago))
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

	private static final String DRAFT = """
			DELETE FROM wallet WHERE business_id = $business;
			UPDATE business SET api_access_enabled = false WHERE business_id = $business;
			INSERT INTO onboarding_case (business_id, created_at) VALUES ($business, $at);
			INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, created_at, expires_at, used_at, used_by)
			VALUES (sha256('$email'), 'JOIN', 'MERCHANT', '$email', $business, ARRAY['OWNER'], $at, $at, $at, $person);
			INSERT INTO person (person_id, audience, email, person_name) VALUES ($person, 'MERCHANT', '$email', '$name');
			INSERT INTO person_password (person_id, hash) VALUES ($person, '$argon2id$x');
			INSERT INTO person_device (person_id, device_hash) VALUES ($person, sha256('x'));
			INSERT INTO user_entities (id, name, display_name) VALUES ('$email', $person::text, '$name');
			INSERT INTO membership (person_id, business_id, role, granted_at) VALUES ($person, $business, 'OWNER', $at);
			""";

	private static final String APPROVED = """
			UPDATE business SET api_access_enabled = false, relation_ended_at = $at WHERE business_id = $business;
			UPDATE wallet SET updated_at = $at WHERE business_id = $business;
			INSERT INTO onboarding_case (business_id, state, with_merchant, reviewer_id, approver_id, approval_id, submitted_at, closed_at)
			VALUES ($business, 'APPROVED', false, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $at, $at);
			""";

	private static final String PARTS = """
			INSERT INTO onboarding_requirement (business_id, requirement, state, value, reason_code, reason, changed_at)
			VALUES ($business, 'BUSINESS_TYPE', 'ACCEPTED', 'PROPRIETORSHIP', NULL, NULL, $at),
			       ($business, 'LEGAL_NAME', 'ACCEPTED', '$name', NULL, NULL, $at), ($business, 'PHONE', 'ACCEPTED', '$phone', NULL, NULL, $at),
			       ($business, 'EMAIL', 'ACCEPTED', '$email', NULL, NULL, $at),
			       ($business, 'ACCOUNT_NUMBER', 'ACCEPTED', '$account', NULL, NULL, $at),
			       ($business, 'GST_CERTIFICATE', 'REFUSED', NULL, 'OTHER', 'It names $name', $at);
			WITH principal AS (
			  INSERT INTO onboarding_principal (business_id, principal_name, designation, pan, aadhaar, created_at)
			  VALUES ($business, '$name', 'Owner', 'AAAPD1234F', 'XXXX XXXX 1234', $at)
			  RETURNING principal_id
			)
			INSERT INTO onboarding_document (document_id, business_id, requirement, principal_id, principal_part, file_name, media_type,
			                                 size_bytes, sha256, key_ciphertext, scan_state, page_count, created_at)
			SELECT $document, $business, 'PRINCIPALS_IDENTITY', principal_id, 'PAN', '$name.pdf', 'application/pdf', 1, sha256('x'), 'key',
			       'CLEAN', 1, $at
			  FROM principal;
			INSERT INTO onboarding_note (business_id, author_id, note, created_at)
			VALUES ($business, gen_random_uuid(), 'Spoke to $name', $at);
			INSERT INTO name_verification (business_id, name, account_number, ifsc, fee_paise, gst_paise, requested_by, due_at, result, score,
			                               name_at_bank, checked_at)
			VALUES ($business, '$name', '$account', 'HDFC0000001', 0, 0, 'ONBOARDING', NULL, 'MATCH', 100, '$name', $at);
			""";

}
