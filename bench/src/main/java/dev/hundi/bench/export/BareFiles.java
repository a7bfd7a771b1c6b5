package dev.hundi.bench.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import dev.hundi.list.Window;
import dev.hundi.sandbox.Platform;
import dev.hundi.wallet.ExportSums;
import dev.hundi.wallet.ExportedMovement;
import dev.hundi.wallet.ExportedMovement.Payee;
import dev.hundi.wallet.Movement;
import dev.hundi.wallet.ReadMovements;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.time.India;
import org.apache.poi.hssf.usermodel.HSSFCell;
import org.apache.poi.hssf.usermodel.HSSFCellStyle;
import org.apache.poi.hssf.usermodel.HSSFRow;
import org.apache.poi.hssf.usermodel.HSSFSheet;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.jspecify.annotations.Nullable;
import org.openpdf.text.Document;
import org.openpdf.text.PageSize;
import org.openpdf.text.pdf.BaseFont;
import org.openpdf.text.pdf.PdfContentByte;
import org.openpdf.text.pdf.PdfWriter;
import org.postgresql.PGConnection;

/**
 * Writes the same movements with the least work that each format allows, from memory
 * where that makes the reference faster.
 */
final class BareFiles {

	/** The cells of the csv file, as a database administrator would copy them. */
	private static final String SELECT = """
			SELECT m.sequence, m.created_at, m.type, m.direction, m.amount_paise, m.commission_paise, m.gst_paise, m.total_paise,
			       m.balance_before_paise, m.balance_after_paise, p.transaction_id, p.merchant_reference_id,
			       coalesce(p.utr, m.metadata ->> 'utr') AS utr, m.description, m.payout_id, m.movement_id,
			       CASE WHEN p.payout_id IS NULL THEN m.metadata
			            ELSE m.metadata || jsonb_strip_nulls(jsonb_build_object(
			                   'transactionType', p.rail, 'beneficiaryName', p.beneficiary_name,
			                   'accountNumber', p.account_number, 'ifsc', p.ifsc, 'vpa', p.vpa))
			       END AS metadata,
			       p.beneficiary_name, coalesce(p.account_number, p.vpa) AS account_or_vpa, p.rail
			  FROM wallet_movement m
			  LEFT JOIN payout p ON p.business_id = m.business_id AND p.payout_id = m.payout_id
			 WHERE m.business_id = '%s'
			 ORDER BY m.sequence
			 LIMIT %d
			""";

	private static final int LINES = 50;

	private final DataSource database;

	private final String select;

	private final List<ExportedMovement> movements;

	private final List<String[]> texts;

	private final Path directory;

	private final byte[] font;

	private BareFiles(DataSource database, String select, List<ExportedMovement> movements, Path directory)
			throws IOException {
		this.database = database;
		this.select = select;
		this.movements = movements;
		this.texts = movements.stream().map(BareFiles::texts).toList();
		this.directory = directory;
		try (InputStream resource = ReadMovements.class
			.getResourceAsStream("/dev/hundi/export/fonts/NotoSans-Regular.ttf")) {
			if (resource == null) {
				throw new IllegalStateException("The font of the exporters is not on the class path");
			}
			this.font = resource.readAllBytes();
		}
	}

	static BareFiles of(Platform platform, UUID businessId, int rows, Path directory) throws IOException {
		List<ExportedMovement> movements = new ArrayList<>();
		platform.bean(ReadMovements.class).read(businessId, null, Window.ALL, rows, rows, new ReadMovements.Reader() {

			@Override
			public void sums(ExportSums sums) {
				if (sums.movements().totalCount() != rows) {
					throw new IllegalStateException(
							"Found " + sums.movements().totalCount() + " movements, expected " + rows);
				}
			}

			@Override
			public void accept(ExportedMovement movement) {
				movements.add(movement);
			}

		});
		return new BareFiles(platform.dataSource(), SELECT.formatted(businessId, rows), movements, directory);
	}

	/** Milliseconds to write a file of a format. */
	double writeMs(ExportFormat format) throws IOException, SQLException {
		Path file = this.directory.resolve("bare." + format.extension());
		long begin = System.nanoTime();
		try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 64 * 1024)) {
			switch (format) {
				case CSV -> csv(out);
				case XLS -> xls(out);
				case PDF -> pdf(out);
			}
		}
		return (System.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1);
	}

	private void csv(OutputStream out) throws IOException, SQLException {
		try (Connection connection = this.database.getConnection()) {
			connection.unwrap(PGConnection.class)
				.getCopyAPI()
				.copyOut("COPY (" + this.select + ") TO STDOUT (FORMAT csv, HEADER)", out);
		}
	}

	private void xls(OutputStream out) throws IOException {
		try (HSSFWorkbook workbook = new HSSFWorkbook()) {
			HSSFCellStyle time = workbook.createCellStyle();
			time.setDataFormat(workbook.createDataFormat().getFormat("yyyy-mm-dd hh:mm:ss.000"));
			HSSFCellStyle rupees = workbook.createCellStyle();
			rupees.setDataFormat(workbook.createDataFormat().getFormat("#,##0.00"));
			HSSFSheet sheet = workbook.createSheet();
			int number = 0;
			for (ExportedMovement exported : this.movements) {
				Movement movement = exported.movement();
				Payee payee = exported.payee();
				HSSFRow row = sheet.createRow(number++);
				row.createCell(0).setCellValue(movement.sequence());
				HSSFCell at = row.createCell(1);
				at.setCellValue(LocalDateTime.ofInstant(movement.createdAt(), India.ZONE));
				at.setCellStyle(time);
				row.createCell(2).setCellValue(movement.type().name());
				row.createCell(3).setCellValue(movement.direction().name());
				long[] amounts = { movement.amountPaise(), movement.commissionPaise(), movement.gstPaise(),
						movement.totalPaise(), movement.balanceBeforePaise(), movement.balanceAfterPaise() };
				for (int i = 0; i < amounts.length; i++) {
					HSSFCell cell = row.createCell(4 + i);
					cell.setCellValue(amounts[i] / 100.0);
					cell.setCellStyle(rupees);
				}
				String[] texts = { movement.transactionId(), movement.merchantReferenceId(), movement.utr(),
						movement.description(), String.valueOf(movement.payoutId()), movement.movementId().toString(),
						movement.metadata(), (payee != null) ? payee.name() : "",
						(payee != null) ? payee.account() : "", (payee != null) ? payee.rail().name() : "" };
				for (int i = 0; i < texts.length; i++) {
					row.createCell(10 + i).setCellValue(texts[i]);
				}
			}
			// Without them POI logs a warning.
			workbook.createInformationProperties();
			workbook.write(out);
		}
	}

	private void pdf(OutputStream out) throws IOException {
		BaseFont typeface = BaseFont.createFont("NotoSans-Regular.ttf", BaseFont.IDENTITY_H, BaseFont.EMBEDDED, false,
				this.font, null);
		Document document = new Document(PageSize.A4.rotate());
		PdfWriter writer = PdfWriter.getInstance(document, out);
		document.open();
		PdfContentByte content = writer.getDirectContent();
		int line = LINES;
		for (String[] row : this.texts) {
			if (line == LINES) {
				document.newPage();
				writer.setPageEmpty(false);
				line = 0;
			}
			content.beginText();
			content.setFontAndSize(typeface, 6);
			for (int i = 0; i < row.length; i++) {
				content.setTextMatrix(20 + i * 52, 570 - line * 9.5f);
				content.showText(row[i]);
			}
			content.endText();
			line++;
		}
		document.close();
	}

	/** The cells of a movement on a page of an export. */
	private static String[] texts(ExportedMovement exported) {
		Movement movement = exported.movement();
		Payee payee = exported.payee();
		String total = rupees(movement.totalPaise());
		boolean credit = movement.direction() == Movement.Direction.CREDIT;
		return new String[] { Long.toString(movement.sequence()),
				LocalDateTime.ofInstant(movement.createdAt(), India.ZONE).toString(), movement.type().name(),
				(payee != null) ? payee.name() : movement.description(), (payee != null) ? payee.account() : "",
				(payee != null) ? payee.rail().name() : "", orEmpty(movement.transactionId()),
				orEmpty(movement.merchantReferenceId()), orEmpty(movement.utr()), rupees(movement.amountPaise()),
				rupees(movement.commissionPaise()), rupees(movement.gstPaise()), credit ? "" : total,
				credit ? total : "", rupees(movement.balanceAfterPaise()) };
	}

	private static String rupees(long paise) {
		return "%,.2f".formatted(BigDecimal.valueOf(paise, 2));
	}

	private static String orEmpty(@Nullable String text) {
		return (text != null) ? text : "";
	}

}
