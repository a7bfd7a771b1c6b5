package dev.hundi.portal.payout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import dev.hundi.audit.AuditTrail;
import dev.hundi.export.Column;
import dev.hundi.export.Fact;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.money.Rupees;
import dev.hundi.payout.PayoutLine;
import dev.hundi.payout.PayoutLines;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;

import org.springframework.context.MessageSource;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Writes the payouts of a filter as a file. The file names filter and time zone: csv,
 * which has no header, in a note under its rows.
 */
@MerchantOnly
@Component
class ExportPayouts {

	/** Rows of a csv file; more are left out, and a note says so. */
	static final int MAX_ROWS = 50_000;

	/** Rows of a workbook or a document, which take more memory and time. */
	static final int MAX_LAID_OUT_ROWS = 10_000;

	private final CurrentPerson current;

	private final PayoutLines payouts;

	private final AuditTrail audit;

	private final MessageSource texts;

	ExportPayouts(CurrentPerson current, PayoutLines payouts, AuditTrail audit, MessageSource texts) {
		this.current = current;
		this.payouts = payouts;
		this.audit = audit;
		this.texts = texts;
	}

	/** Records an export, before its first byte leaves. */
	@Transactional
	@PreAuthorize(Rights.READS_MONEY)
	public void record(FileFormat format, PayoutFilter filter) {
		this.audit.record(this.current.businessId(), this.current.actor(), "PAYOUTS_EXPORTED", format.extension(),
				Map.of(), Map.of("filter", filter.query()));
	}

	/**
	 * Writes all payouts of a filter, in one snapshot. A slow stream would hold the
	 * transaction.
	 * @param out closed at the end
	 * @throws UncheckedIOException if writing fails
	 */
	@Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
	@PreAuthorize(Rights.READS_MONEY)
	public void write(FileFormat format, PayoutFilter filter, OutputStream out) {
		UUID businessId = this.current.businessId();
		int most = (format == FileFormat.CSV) ? MAX_ROWS : MAX_LAID_OUT_ROWS;
		AtomicInteger rows = new AtomicInteger();
		try (Table<PayoutLine> table = Table.start(format, new ReportHeader(text("payouts.title"), facts(filter)),
				columns(), out)) {
			this.payouts.read(businessId, filter.wanted(), most + 1, (line) -> {
				if (rows.incrementAndGet() <= most) {
					table.add(line);
				}
			});
			if (rows.get() > most) {
				table.addNote(this.texts.getMessage("payouts.export.truncated",
						new Object[] { Rupees.groupCount(most) }, Locale.ENGLISH));
			}
			if (format == FileFormat.CSV) {
				table.addNote(words(filter) + "; " + text("payouts.export.zone"));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private List<Fact> facts(PayoutFilter filter) {
		return List.of(
				new Fact.Text(text("payouts.export.business"), String.valueOf(this.current.get().businessName())),
				new Fact.Text(text("payouts.export.filter"), words(filter)),
				new Fact.Text(text("payouts.export.times"), text("payouts.export.zone")),
				new Fact.Moment(text("payouts.export.written"), Instant.now()));
	}

	/** The filter for readers of the file. */
	private String words(PayoutFilter filter) {
		Map<String, String> fields = filter.fields();
		return fields.isEmpty() ? text("payouts.export.all")
				: fields.entrySet()
					.stream()
					.map((field) -> text("payouts." + field.getKey()) + ": " + value(field.getKey(), field.getValue()))
					.collect(Collectors.joining("; "));
	}

	private String value(String name, String value) {
		return switch (name) {
			case "state", "rail", "source" -> text("payouts." + name + "." + value);
			default -> value;
		};
	}

	private List<Column<PayoutLine>> columns() {
		List<Column<PayoutLine>> columns = new ArrayList<>();
		columns.add(new Column.Moment<>(text("payouts.created"), PayoutLine::createdAt));
		columns.add(new Column.Identifier<>(text("payouts.transaction"), (line) -> line.ids().transactionId(),
				"TXN20261123ABCDEFGHJK"));
		columns.add(new Column.Text<>(text("payouts.reference"), (line) -> line.ids().merchantReferenceId()));
		columns.add(new Column.Text<>(text("payouts.payee"), (line) -> line.payee().name()));
		columns.add(new Column.Text<>(text("payouts.account"), (line) -> line.payee().account()));
		columns.add(new Column.Text<>(text("payouts.rail"), (line) -> line.rail().name()));
		columns.add(new Column.Rupees<>(text("payouts.amount"), PayoutLine::amountPaise));
		columns.add(new Column.Rupees<>(text("payouts.fee"), PayoutLine::feePaise));
		columns.add(new Column.Text<>(text("payouts.state"), (line) -> text("payouts.state." + line.status())));
		columns.add(new Column.Text<>(text("payouts.utr"), (line) -> line.ids().utr()));
		columns.add(new Column.Text<>(text("payouts.source"), (line) -> text("payouts.source." + line.source())));
		columns.add(new Column.Text<>(text("payout.detail"), PayoutLine::responseMessage));
		return columns;
	}

	private String text(String key) {
		return this.texts.getMessage(key, null, Locale.ENGLISH);
	}

}
