package dev.hundi.api.bulk;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;

/**
 * A file with a valid and an invalid row in the state in which batch-jobs, which does not
 * run in these tests, leaves it.
 */
public final class LoadedFile {

	private LoadedFile() {
	}

	/** Uploads a file with unique content. */
	public static Answer upload(Merchant merchant, String query) {
		return merchant.send(call(query, "Name,Amount\n" + UUID.randomUUID() + ",1\n"));
	}

	/** A signed upload of a csv file. */
	public static Call call(String query, String content) {
		return Call.of("POST", "/v1/bulk-payouts?" + query)
			.body(content.getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", "text/csv");
	}

	/** Uploads and loads a file and returns its id. */
	public static String create(Merchant merchant, int peopleNeeded) {
		return load(merchant, upload(merchant, "fileName=a.csv").data().path("bulkFileId").asString(), peopleNeeded);
	}

	/** A loaded file that a person uploaded in the portal. */
	static String ofPerson(Merchant merchant, UUID person, int peopleNeeded) {
		UUID id = UUID.randomUUID();
		merchant
			.sql("""
					INSERT INTO bulk_file (business_id, bulk_file_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
					VALUES (:id, '%1$s', 'a.csv', 'CSV', 1, sha256('%1$s'), 'VALID_ROWS', 'person:%2$s', 'person:%2$s')
					"""
				.formatted(id, person));
		return load(merchant, id.toString(), peopleNeeded);
	}

	private static String load(Merchant merchant, String id, int peopleNeeded) {
		String beneficiary = merchant.bankBeneficiary();
		merchant
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, beneficiary_id, rail, amount_paise,
					                      commission_paise, gst_paise, merchant_reference_id, narration, errors, warnings)
					VALUES (:id, '%s', 1, 'VALID', ARRAY['=cmd()', '10.00'], '%s', 'I', 1000, 200, 36, 'R-1', 'Rent', NULL,
					        '[{"column":"Name","code":"NAME_DIFFERS","message":"Another name","value":null}]'),
					       (:id, '%s', 2, 'INVALID', ARRAY['Rao, R', 'ten'], NULL, NULL, NULL, NULL, NULL, NULL, NULL,
					        '[{"column":"Amount","code":"INVALID","message":"No amount","value":"ten"}]', NULL)
					"""
				.formatted(id, beneficiary, id))
			.sql("""
					UPDATE bulk_file SET status = 'AWAITING_RELEASE', headings = ARRAY['Name', 'Amount'], rows_read = 2, valid_rows = 1,
					       invalid_rows = 1, warned_rows = 1, total_paise = 1000, valid_paise = 1000, debit_paise = 1236, loaded_at = now(), due_at = NULL,
					       people_needed = %d
					 WHERE business_id = :id AND bulk_file_id = '%s'
					"""
				.formatted(peopleNeeded, id));
		return id;
	}

}
