package dev.hundi.batch.export;

import java.util.List;
import java.util.UUID;

import dev.hundi.export.Column;
import dev.hundi.wallet.Movement;
import dev.hundi.walletexport.ExportFormat;
import org.jspecify.annotations.Nullable;

/**
 * The columns of exported movements. CSV and XLS contain every field of the list of
 * movements. PDF has separate columns for debits and credits and fits on A4; it omits the
 * transaction id, which the description of a payout contains.
 */
final class MovementColumns {

	private static final Column<Movement> SEQUENCE = new Column.WholeNumber<>("No.", Movement::sequence);

	private static final Column<Movement> TIME = new Column.Moment<>("Time", Movement::createdAt);

	private static final Column<Movement> TYPE = new Column.Text<>("Type", (row) -> row.type().name());

	private static final Column<Movement> DESCRIPTION = new Column.Text<>("Description", Movement::description);

	private static final Column<Movement> TRANSACTION = new Column.Text<>("Transaction ID", Movement::transactionId);

	private static final Column<Movement> REFERENCE = new Column.Text<>("Merchant reference",
			Movement::merchantReferenceId);

	private static final Column<Movement> UTR = new Column.Text<>("UTR", Movement::utr);

	private static final Column<Movement> AMOUNT = new Column.Rupees<>("Amount", Movement::amountPaise);

	private static final Column<Movement> COMMISSION = new Column.Rupees<>("Commission", Movement::commissionPaise);

	private static final Column<Movement> GST = new Column.Rupees<>("GST", Movement::gstPaise);

	private static final List<Column<Movement>> PAGE = List.of(SEQUENCE, TIME, TYPE, DESCRIPTION, REFERENCE, UTR,
			AMOUNT, COMMISSION, GST, new Column.Rupees<>("Debit", (row) -> paise(row, Movement.Direction.DEBIT), true),
			new Column.Rupees<>("Credit", (row) -> paise(row, Movement.Direction.CREDIT), true),
			new Column.Rupees<>("Balance", Movement::balanceAfterPaise));

	private static final List<Column<Movement>> ALL_FIELDS = List.of(SEQUENCE, TIME, TYPE,
			new Column.Text<>("Direction", (row) -> row.direction().name()), AMOUNT, COMMISSION, GST,
			new Column.Rupees<>("Total", Movement::totalPaise),
			new Column.Rupees<>("Balance before", Movement::balanceBeforePaise),
			new Column.Rupees<>("Balance after", Movement::balanceAfterPaise), TRANSACTION, REFERENCE, UTR, DESCRIPTION,
			new Column.Text<>("Payout ID", (row) -> text(row.payoutId())),
			new Column.Text<>("Movement ID", (row) -> text(row.movementId())),
			new Column.Text<>("Metadata", Movement::metadata));

	private MovementColumns() {
	}

	static List<Column<Movement>> of(ExportFormat format) {
		return switch (format) {
			case CSV, XLS -> ALL_FIELDS;
			case PDF -> PAGE;
		};
	}

	private static long paise(Movement row, Movement.Direction direction) {
		return (row.direction() == direction) ? row.totalPaise() : 0;
	}

	private static @Nullable String text(@Nullable UUID id) {
		return (id != null) ? id.toString() : null;
	}

}
