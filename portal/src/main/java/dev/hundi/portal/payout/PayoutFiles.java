package dev.hundi.portal.payout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import dev.hundi.export.Column;
import dev.hundi.export.Fact;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.filestore.FileStore;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Payouts;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.ExportPlaces;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.context.MessageSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.StreamUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Payouts as files: the export of a view, and the payment advice of one payout. */
@MerchantOnly
@Controller
class PayoutFiles {

	private final CurrentPerson current;

	private final Payouts payouts;

	private final ExportPayouts export;

	private final ExportPlaces places;

	private final FileStore files;

	private final MessageSource texts;

	PayoutFiles(CurrentPerson current, Payouts payouts, ExportPayouts export, ExportPlaces places, FileStore files,
			MessageSource texts) {
		this.current = current;
		this.payouts = payouts;
		this.export = export;
		this.places = places;
		this.files = files;
		this.texts = texts;
	}

	/** Sends outside the transaction: a slow reader would hold a connection. */
	@GetMapping("/payouts/export")
	void export(@RequestParam Map<String, String> fields, @RequestParam(defaultValue = "CSV") FileFormat format,
			HttpServletResponse response) throws IOException {
		Map<String, String> problems = new LinkedHashMap<>();
		PayoutFilter filter = PayoutFilter.of(fields, problems);
		if (!problems.isEmpty()) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		try (ExportPlaces.Place place = this.places.take(this.current.businessId())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE));
				FileChannel file = this.files.temporary()) {
			this.export.record(format, filter);
			this.export.write(format, filter, StreamUtils.nonClosing(Channels.newOutputStream(file)));
			place.written();
			response.setContentType(format.mediaType());
			response.setContentLengthLong(file.size());
			response.setHeader(HttpHeaders.CONTENT_DISPOSITION,
					"attachment; filename=\"payouts." + format.extension() + "\"");
			Channels.newInputStream(file.position(0)).transferTo(response.getOutputStream());
		}
	}

	/** Only a paid payout has an advice. */
	@GetMapping("/payouts/{id}/advice.pdf")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public ResponseEntity<byte[]> advice(@PathVariable UUID id) {
		PayoutDetail payout = this.payouts.detail(this.current.businessId(), id)
			.filter(PayoutFiles::isPaid)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		return ResponseEntity.ok()
			.contentType(MediaType.APPLICATION_PDF)
			.header(HttpHeaders.CONTENT_DISPOSITION,
					"attachment; filename=\"payment-advice-" + payout.transactionId() + ".pdf\"")
			.body(advice(payout));
	}

	static boolean isPaid(PayoutDetail payout) {
		return payout.status() == PayoutStatus.SUCCESSFUL;
	}

	private byte[] advice(PayoutDetail payout) {
		List<Fact> facts = new ArrayList<>();
		facts.add(new Fact.Text(text("payout.advice.payer"), String.valueOf(this.current.get().businessName())));
		facts.add(new Fact.Text(text("payouts.payee"), payout.beneficiary().name()));
		PayoutDetail.Payee payee = payout.beneficiary();
		if (payee.accountNumber() != null) {
			facts.add(new Fact.Text(text("payouts.account"), payee.accountNumber()));
			facts.add(new Fact.Text(text("payout.ifsc"), String.valueOf(payee.ifsc())));
		}
		else {
			facts.add(new Fact.Text(text("payout.vpa"), String.valueOf(payee.vpa())));
		}
		facts.add(new Fact.Text(text("payouts.transaction"), payout.transactionId()));
		optional(facts, "payouts.reference", payout.merchantReferenceId());
		List<Column<PayoutDetail>> columns = List.of(
				new Column.Moment<>(text("payout.completed"), PayoutDetail::completedAt),
				new Column.Text<>(text("payouts.rail"), (paid) -> paid.rail().name()),
				new Column.Identifier<>(text("payouts.utr"), PayoutDetail::utr, "HDFCR52026112300001234"),
				new Column.Rupees<>(text("payouts.amount"), PayoutDetail::amountPaise));
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (Table<PayoutDetail> table = Table.start(FileFormat.PDF,
				new ReportHeader(text("payout.advice.title"), facts), columns, out)) {
			table.add(payout);
			table.addNote(text("payout.advice.note"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return out.toByteArray();
	}

	private void optional(List<Fact> facts, String label, @Nullable String value) {
		if (value != null) {
			facts.add(new Fact.Text(text(label), value));
		}
	}

	private String text(String key) {
		return this.texts.getMessage(key, null, Locale.ENGLISH);
	}

}
