package dev.hundi.batch.bulk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.bulk.BulkColumn;

/**
 * Which of a merchant's columns means what.
 */
final class Columns {

	private final Map<BulkColumn, Integer> places = new EnumMap<>(BulkColumn.class);

	private final int count;

	/**
	 * Finds the columns by their headings.
	 * @throws RefusedFileException if one is there twice, or none says what or whom to
	 * pay
	 */
	Columns(List<String> headings) {
		this.count = headings.size();
		for (int i = 0; i < headings.size(); i++) {
			Optional<BulkColumn> column = BulkColumn.ofHeading(headings.get(i));
			if (column.isPresent() && this.places.put(column.get(), i) != null) {
				throw new RefusedFileException(FileFault.COLUMN_TWICE,
						"Two columns are headed " + column.get().heading() + " or the like");
			}
		}
		require(BulkColumn.AMOUNT);
		require(BulkColumn.RAIL);
		if (!has(BulkColumn.BENEFICIARY_ID) && !has(BulkColumn.BENEFICIARY_CODE) && !has(BulkColumn.VPA)
				&& !(has(BulkColumn.ACCOUNT_NUMBER) && has(BulkColumn.IFSC))) {
			throw new RefusedFileException(FileFault.COLUMN_MISSING,
					"No column says whom to pay: Beneficiary ID, Beneficiary Code, Account Number with IFSC, or VPA");
		}
	}

	/** Columns in a row of the file. */
	int count() {
		return this.count;
	}

	/** The place of a column in a row, or -1. */
	int place(BulkColumn column) {
		return this.places.getOrDefault(column, -1);
	}

	private boolean has(BulkColumn column) {
		return this.places.containsKey(column);
	}

	private void require(BulkColumn column) {
		if (!has(column)) {
			throw new RefusedFileException(FileFault.COLUMN_MISSING, "There is no column headed " + column.heading());
		}
	}

}
