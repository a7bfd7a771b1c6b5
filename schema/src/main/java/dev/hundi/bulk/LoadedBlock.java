package dev.hundi.bulk;

import java.util.ArrayList;
import java.util.List;

import dev.hundi.copy.BinaryCopy;
import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows of a file, encoded for the COPY of {@link LoadBulkRows} as they are
 * added. So the thread that reads rows encodes them too while the database stores earlier
 * ones, and a block takes the memory of its bytes only. Not thread-safe.
 */
public final class LoadedBlock {

	private static final int COLUMNS = 22;

	private final ClaimedBulkFile file;

	private final BinaryCopy out = new BinaryCopy();

	private final List<byte[]> parts = new ArrayList<>();

	private int rows;

	private int lastRow;

	/** An empty block of a file. */
	public LoadedBlock(ClaimedBulkFile file) {
		this.file = file;
		this.out.begin();
	}

	public void add(LoadedRow row) {
		encode(row);
		if (this.out.length() >= BinaryCopy.PART_BYTES) {
			this.parts.add(this.out.take());
		}
		this.rows++;
		this.lastRow = row.rowNumber();
	}

	/** The number of rows. */
	public int rows() {
		return this.rows;
	}

	/** The number of the row that was added last, or 0. */
	public int lastRow() {
		return this.lastRow;
	}

	/** Ends the block and returns the bytes of its COPY, once. */
	List<byte[]> end() {
		this.out.end();
		this.parts.add(this.out.take());
		return this.parts;
	}

	/** In the order of {@link LoadBulkRows#COPY}. */
	private void encode(LoadedRow row) {
		LoadedRow.Target target = row.target();
		Charge charge = row.charge();
		this.out.row(COLUMNS);
		this.out.uuid(this.file.businessId());
		this.out.uuid(this.file.bulkFileId());
		this.out.integer(row.rowNumber());
		this.out.text(row.errors().isEmpty() ? "VALID" : "INVALID");
		this.out.texts(row.cells());
		this.out.uuid(target.beneficiaryId());
		this.out.text(target.beneficiaryCode());
		this.out.text(target.name());
		this.out.text(target.phoneNumber());
		this.out.text(target.email());
		this.out.text(target.accountNumber());
		this.out.text(target.ifsc());
		this.out.text(target.vpa());
		this.out.text(code(row.rail()));
		this.out.bigint(row.amountPaise());
		this.out.bigint((charge != null) ? Long.valueOf(charge.commissionPaise()) : null);
		this.out.bigint((charge != null) ? Long.valueOf(charge.gstPaise()) : null);
		this.out.text(row.merchantReferenceId());
		this.out.uuid(row.fingerprint());
		this.out.text(row.narration());
		this.out.jsonb(RowError.write(row.errors()));
		this.out.jsonb(RowError.write(row.warnings()));
	}

	private static @Nullable String code(@Nullable Rail rail) {
		return (rail != null) ? rail.code() : null;
	}

}
