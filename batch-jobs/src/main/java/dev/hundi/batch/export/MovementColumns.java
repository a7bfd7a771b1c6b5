package dev.hundi.batch.export;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.export.Column;
import dev.hundi.wallet.ExportedMovement;
import dev.hundi.wallet.ExportedMovement.Payee;
import dev.hundi.wallet.Movement;
import dev.hundi.walletexport.ExportFormat;
import org.jspecify.annotations.Nullable;

/**
 * The columns of exported movements. CSV and XLS contain every field of the list of
 * movements and then the beneficiary. PDF has separate columns for debits and credits and
 * fits on A4; it replaces the description of a payout's movement, which repeats the
 * transaction id, by the name of the beneficiary.
 */
final class MovementColumns {

	private static final Column<ExportedMovement> SEQUENCE = new Column.WholeNumber<>("No.",
			(row) -> row.movement().sequence());

	private static final Column<ExportedMovement> TIME = new Column.Moment<>("Time",
			(row) -> row.movement().createdAt());

	private static final Column<ExportedMovement> TYPE = new Column.Text<>("Type",
			(row) -> words(row.movement().type()));

	private static final Column<ExportedMovement> TRANSACTION = new Column.Identifier<>("Transaction ID",
			(row) -> row.movement().transactionId(), "TXN20261121MK0WAXZ5QH");

	private static final Column<ExportedMovement> REFERENCE = new Column.Text<>("Merchant reference",
			(row) -> row.movement().merchantReferenceId());

	private static final Column<ExportedMovement> UTR = new Column.Identifier<>("UTR", (row) -> row.movement().utr(),
			"HDFCN52026112112");

	private static final Column<ExportedMovement> AMOUNT = new Column.Rupees<>("Amount",
			(row) -> row.movement().amountPaise());

	private static final Column<ExportedMovement> COMMISSION = new Column.Rupees<>("Commission",
			(row) -> row.movement().commissionPaise());

	private static final Column<ExportedMovement> GST = new Column.Rupees<>("GST", (row) -> row.movement().gstPaise());

	private static final Column<ExportedMovement> ACCOUNT = new Column.Identifier<>("Account or VPA",
			payee(Payee::account), "123456789012345");

	private static final Column<ExportedMovement> RAIL = new Column.Text<>("Rail",
			payee((payee) -> payee.rail().name()));

	private static final List<Column<ExportedMovement>> PAGE = List.of(SEQUENCE, TIME, TYPE,
			new Column.Text<>("Particulars",
					(row) -> (row.payee() != null) ? row.payee().name() : row.movement().description()),
			ACCOUNT, RAIL, TRANSACTION, REFERENCE, UTR, AMOUNT, COMMISSION, GST,
			new Column.Rupees<>("Debit", (row) -> paise(row.movement(), Movement.Direction.DEBIT), true),
			new Column.Rupees<>("Credit", (row) -> paise(row.movement(), Movement.Direction.CREDIT), true),
			new Column.Rupees<>("Balance", (row) -> row.movement().balanceAfterPaise()));

	private static final List<Column<ExportedMovement>> ALL_FIELDS = List.of(SEQUENCE, TIME, TYPE,
			new Column.Text<>("Direction", (row) -> words(row.movement().direction())), AMOUNT, COMMISSION, GST,
			new Column.Rupees<>("Total", (row) -> row.movement().totalPaise()),
			new Column.Rupees<>("Balance before", (row) -> row.movement().balanceBeforePaise()),
			new Column.Rupees<>("Balance after", (row) -> row.movement().balanceAfterPaise()), TRANSACTION, REFERENCE,
			UTR, new Column.Text<>("Description", (row) -> row.movement().description()),
			new Column.Text<>("Payout ID", (row) -> text(row.movement().payoutId())),
			new Column.Text<>("Movement ID", (row) -> text(row.movement().movementId())),
			new Column.Text<>("Metadata", (row) -> row.movement().metadata()),
			new Column.Text<>("Beneficiary name", payee(Payee::name)), ACCOUNT, RAIL);

	private MovementColumns() {
	}

	static List<Column<ExportedMovement>> of(ExportFormat format) {
		return switch (format) {
			case CSV, XLS -> ALL_FIELDS;
			case PDF -> PAGE;
		};
	}

	private static String words(Movement.Type type) {
		return switch (type) {
			case TOPUP -> "Top-up";
			case PAYOUT_DEBIT -> "Payout";
			case PAYOUT_REVERSAL -> "Payout reversal";
			case ADJUSTMENT -> "Adjustment";
			case VERIFICATION_FEE -> "Verification fee";
		};
	}

	private static String words(Movement.Direction direction) {
		return switch (direction) {
			case CREDIT -> "Credit";
			case DEBIT -> "Debit";
		};
	}

	private static Function<ExportedMovement, @Nullable String> payee(Function<Payee, String> field) {
		return (row) -> (row.payee() != null) ? field.apply(row.payee()) : null;
	}

	private static long paise(Movement row, Movement.Direction direction) {
		return (row.direction() == direction) ? row.totalPaise() : 0;
	}

	private static @Nullable String text(@Nullable UUID id) {
		return (id != null) ? id.toString() : null;
	}

}
