package dev.hundi.batch.bulk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.bulk.BulkColumn;

/**
 * The meaning of a file's columns, by their headings.
 */
final class HeadingColumns {

	private final Map<BulkColumn, Integer> places = new EnumMap<>(BulkColumn.class);

	private final int count;

	/**
	 * Maps the headings to columns.
	 * @throws RefusedFileException if a column occurs twice, or if the amount, the rail
	 * or the payee is missing
	 */
	HeadingColumns(List<String> headings) {
		this.count = headings.size();
		for (int i = 0; i < headings.size(); i++) {
			Optional<BulkColumn> column = BulkColumn.ofHeading(headings.get(i));
			if (column.isPresent() && this.places.put(column.get(), i) != null) {
				throw new RefusedFileException(FileFault.COLUMN_TWICE,
						"Two columns are headed " + column.get().heading() + " or an alias of it");
			}
		}
		require(BulkColumn.AMOUNT);
		require(BulkColumn.RAIL);
		if (!has(BulkColumn.BENEFICIARY_ID) && !has(BulkColumn.BENEFICIARY_CODE) && !has(BulkColumn.VPA)
				&& !(has(BulkColumn.ACCOUNT_NUMBER) && has(BulkColumn.IFSC))) {
			throw new RefusedFileException(FileFault.COLUMN_MISSING,
					"No column identifies the payee: Beneficiary ID, Beneficiary Code, Account Number with IFSC, or VPA");
		}
	}

	int count() {
		return this.count;
	}

	/** The index of a column in a row, or -1. */
	int place(BulkColumn column) {
		return this.places.getOrDefault(column, -1);
	}

	private boolean has(BulkColumn column) {
		return this.places.containsKey(column);
	}

	private void require(BulkColumn column) {
		if (!has(column)) {
			throw new RefusedFileException(FileFault.COLUMN_MISSING, "No column is headed " + column.heading());
		}
	}

}
