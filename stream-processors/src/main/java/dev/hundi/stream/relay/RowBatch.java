package dev.hundi.stream.relay;

import java.util.List;

import org.apache.kafka.connect.source.SourceRecord;

/**
 * Captured rows that pass the engine as one record, with the offset of the last one. The
 * engine hands each record to another thread and back, which costs more than all else it
 * does with a row.
 */
final class RowBatch extends SourceRecord {

	private final List<SourceRecord> rows;

	/**
	 * Combines rows.
	 * @param rows in the order of the WAL, at least one
	 */
	RowBatch(List<SourceRecord> rows) {
		super(rows.getLast().sourcePartition(), rows.getLast().sourceOffset(), rows.getLast().topic(), null, null);
		this.rows = List.copyOf(rows);
	}

	List<SourceRecord> rows() {
		return this.rows;
	}

}
