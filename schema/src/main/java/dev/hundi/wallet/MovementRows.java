package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Reads the columns of a whole movement.
 */
final class MovementRows {

	/** Columns of a movement {@code m} with its payout {@code p}. */
	static final String COLUMNS = """
			m.movement_id, m.sequence, m.type, m.direction, m.amount_paise, m.commission_paise, m.gst_paise, m.total_paise,
			m.balance_before_paise, m.balance_after_paise, m.payout_id, p.transaction_id, p.merchant_reference_id,
			coalesce(p.utr, m.metadata ->> 'utr') AS utr, m.description || coalesce(': ' || p.narration, '') AS description,
			m.metadata::text AS metadata, m.created_at, p.rail, p.beneficiary_name, p.account_number, p.ifsc, p.vpa
			""";

	/**
	 * The tables of {@link #COLUMNS}. OFFSET 0 forces a lookup of each payout by its key:
	 * the first rows arrive at once, while a plan that joins all rows first would sort
	 * them afterwards.
	 */
	static final String TABLES = """
			wallet_movement m
			LEFT JOIN LATERAL (SELECT payout_id, transaction_id, merchant_reference_id, utr, rail, beneficiary_name,
			                          account_number, ifsc, vpa, narration
			                     FROM payout
			                    WHERE business_id = m.business_id AND payout_id = m.payout_id
			                   OFFSET 0) AS p ON true
			""";

	private static final JsonStringEncoder JSON = JsonStringEncoder.getInstance();

	private MovementRows() {
	}

	/**
	 * Reads a row by position: for exports of 50,000 rows, finding columns by name would
	 * take as long as fetching them.
	 * @param before number of columns before those of the movement
	 */
	static ExportedMovement movement(ResultSet row, int before) throws SQLException {
		Payee payee = payee(row, before);
		String metadata = row.getString(before + 16);
		Movement movement = new Movement(row.getObject(before + 1, UUID.class), row.getLong(before + 2),
				Movement.Type.valueOf(row.getString(before + 3)), Movement.Direction.valueOf(row.getString(before + 4)),
				new Movement.Amounts(row.getLong(before + 5), row.getLong(before + 6), row.getLong(before + 7),
						row.getLong(before + 8), row.getLong(before + 9), row.getLong(before + 10)),
				new Movement.Origin(row.getObject(before + 11, UUID.class), row.getString(before + 12),
						row.getString(before + 13), row.getString(before + 14)),
				row.getString(before + 15), (payee != null) ? payee.addedTo(metadata) : metadata,
				row.getTimestamp(before + 17).toInstant());
		return new ExportedMovement(movement, (payee != null) ? payee.exported() : null);
	}

	private static @Nullable Payee payee(ResultSet row, int before) throws SQLException {
		String rail = row.getString(before + 18);
		return (rail == null) ? null : new Payee(rail, row.getString(before + 19), row.getString(before + 20),
				row.getString(before + 21), row.getString(before + 22));
	}

	private record Payee(String rail, String name, @Nullable String accountNumber, @Nullable String ifsc,
			@Nullable String vpa) {

		/**
		 * Adds the beneficiary to a JSON object. PostgreSQL's jsonb functions take longer
		 * than the rest of the query.
		 */
		String addedTo(String metadata) {
			StringBuilder json = new StringBuilder(160).append(metadata, 0, metadata.length() - 1);
			field(json, "vpa", this.vpa);
			field(json, "ifsc", this.ifsc);
			field(json, "accountNumber", this.accountNumber);
			field(json, "beneficiaryName", this.name);
			field(json, "transactionType", this.rail);
			return json.append('}').toString();
		}

		ExportedMovement.Payee exported() {
			String account = (this.accountNumber != null) ? this.accountNumber : this.vpa;
			if (account == null) {
				throw new IllegalStateException("A payout has neither account number nor VPA");
			}
			return new ExportedMovement.Payee(Rail.stored(this.rail), this.name, account);
		}

		private static void field(StringBuilder json, String name, @Nullable String value) {
			if (value != null) {
				json.append((json.length() > 1) ? ", \"" : "\"").append(name).append("\": \"");
				JSON.quoteAsString(value, json);
				json.append('"');
			}
		}

	}

}
