package dev.hundi.export;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.poi.hssf.record.BOFRecord;
import org.apache.poi.hssf.record.BoundSheetRecord;
import org.apache.poi.hssf.record.DBCellRecord;
import org.apache.poi.hssf.record.DimensionsRecord;
import org.apache.poi.hssf.record.IndexRecord;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/**
 * Inserts rows into a workbook that HSSF serialised without rows. HSSF contributes
 * styles, shared strings and sheet settings; the rows of a sheet follow its dimensions
 * record. The optional index of rows would be wrong and is dropped.
 */
final class XlsAssembly {

	private static final int RECORD_HEADER_BYTES = 4;

	private final ByteBuffer skeleton;

	private final List<XlsRows> sheets;

	private final List<InputStream> parts = new ArrayList<>();

	private int size;

	private XlsAssembly(byte[] skeleton, List<XlsRows> sheets) {
		this.skeleton = ByteBuffer.wrap(skeleton).order(ByteOrder.LITTLE_ENDIAN);
		this.sheets = sheets;
	}

	/**
	 * Writes the file.
	 * @param skeleton the workbook as HSSF serialised it, modified in place
	 * @param sheets the rows of each sheet, in order
	 */
	static void write(byte[] skeleton, List<XlsRows> sheets, OutputStream out) throws IOException {
		XlsAssembly book = new XlsAssembly(skeleton, sheets);
		book.assemble();
		try (POIFSFileSystem container = new POIFSFileSystem()) {
			container.createDocument(new SequenceInputStream(Collections.enumeration(book.parts)), "Workbook");
			container.writeFilesystem(out);
		}
	}

	private void assemble() {
		List<Integer> places = new ArrayList<>();
		// The first BOF record belongs to the workbook.
		int sheet = -2;
		int from = 0;
		int next;
		for (int at = 0; at < this.skeleton.capacity(); at = next) {
			short id = this.skeleton.getShort(at);
			next = at + RECORD_HEADER_BYTES + Short.toUnsignedInt(this.skeleton.getShort(at + 2));
			if (id == BoundSheetRecord.sid) {
				places.add(at + RECORD_HEADER_BYTES);
			}
			else if (id == BOFRecord.sid) {
				sheet++;
				if (sheet >= 0) {
					this.skeleton.putInt(places.get(sheet), this.size + at - from);
				}
			}
			else if (id == DimensionsRecord.sid) {
				XlsRows rows = this.sheets.get(sheet);
				dimension(at + RECORD_HEADER_BYTES, rows);
				add(from, next);
				this.parts.add(rows.records());
				this.size += rows.size();
				from = next;
			}
			else if (id == IndexRecord.sid || id == DBCellRecord.sid) {
				add(from, at);
				from = next;
			}
		}
		add(from, this.skeleton.capacity());
	}

	private void add(int from, int to) {
		this.parts.add(new ByteArrayInputStream(this.skeleton.array(), from, to - from));
		this.size += to - from;
	}

	private void dimension(int at, XlsRows rows) {
		this.skeleton.putInt(at, 0);
		this.skeleton.putInt(at + 4, rows.count());
		this.skeleton.putShort(at + 8, (short) 0);
		this.skeleton.putShort(at + 10, (short) rows.widths().length);
	}

}
