package dev.hundi.portal.command;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.filestore.FileStore;
import dev.hundi.ledger.LedgerPeriod;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Trial balances and journals: asked for here, written by batch-jobs, downloaded here for
 * a day. Both acts are audited.
 */
@StaffOnly
@Component
public class ExportLedger {

	private static final String READERS = "@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')";

	private static final int SHOWN = 30;

	private final AskProcess ask;

	private final OperatorRequests requests;

	private final StaffRecord record;

	private final FileStore files;

	private final JdbcClient jdbc;

	private final NamedBusinesses businesses;

	ExportLedger(AskProcess ask, OperatorRequests requests, StaffRecord record, FileStore files, JdbcClient jdbc,
			NamedBusinesses businesses) {
		this.businesses = businesses;
		this.ask = ask;
		this.requests = requests;
		this.record = record;
		this.files = files;
		this.jdbc = jdbc;
	}

	/** What of the ledger is exported. */
	public enum Content {

		TRIAL_BALANCE, JOURNAL

	}

	/** In which format; Tally imports the XML. */
	public enum Format {

		CSV, XML

	}

	/**
	 * Asks for a file.
	 * @param idOrCode only postings of this business; blank for all
	 * @return id of the request
	 * @throws IllegalArgumentException if the days or the business are not valid, or the
	 * last day is not over
	 */
	@Transactional
	@PreAuthorize(READERS)
	public UUID ask(Content content, Format format, LocalDate from, LocalDate to, String idOrCode) {
		NamedBusinesses.Named business = business(idOrCode.strip());
		LedgerPeriod period = new LedgerPeriod(from, to, (business != null) ? business.businessId() : null);
		period.requireOver(this.jdbc.sql("SELECT (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date")
			.query(LocalDate.class)
			.single());
		Map<String, String> arguments = new HashMap<>(
				Map.of("content", content.name(), "format", format.name().toLowerCase(Locale.ROOT), "from",
						period.from().toString(), "to", period.to().toString()));
		if (business != null) {
			arguments.put("businessId", business.businessId().toString());
			arguments.put("businessCode", business.businessCode());
		}
		UUID requestId = this.ask.read(RequestKind.READ_LEDGER_EXPORT, arguments);
		this.record.of(null, "LEDGER_EXPORT_REQUESTED", requestId.toString(), Map.of(), arguments);
		return requestId;
	}

	/** The newest exports of all people. */
	@PreAuthorize(READERS)
	@Transactional(readOnly = true)
	public List<OperatorRequest> newest() {
		return this.requests.newest(List.of(RequestKind.READ_LEDGER_EXPORT), null, SHOWN);
	}

	/**
	 * Opens a written file, which the caller closes.
	 * @return empty if it is not written, or a day old
	 * @throws IOException if it cannot be read
	 */
	@Transactional
	@PreAuthorize(READERS)
	public Optional<LedgerFile> open(UUID requestId) throws IOException {
		Optional<JsonNode> result = this.requests.find(requestId)
			.filter((request) -> request.kind() == RequestKind.READ_LEDGER_EXPORT
					&& request.state() == RequestState.DONE)
			.map(OperatorRequest::result);
		if (result.isEmpty()) {
			return Optional.empty();
		}
		Optional<FileChannel> content = this.files.open(result.get().path("storedAs").asString());
		if (content.isPresent()) {
			this.record.of(null, "LEDGER_EXPORT_DOWNLOADED", requestId.toString(), Map.of(),
					Map.of("name", result.get().path("name").asString()));
		}
		return content.map((channel) -> new LedgerFile(result.get().path("name").asString(),
				result.get().path("sizeBytes").asLong(), channel));
	}

	private NamedBusinesses.@Nullable Named business(String idOrCode) {
		return idOrCode.isEmpty() ? null : this.businesses.find(idOrCode)
			.orElseThrow(() -> new IllegalArgumentException("There is no business " + idOrCode));
	}

	/** A written file. */
	public record LedgerFile(String name, long sizeBytes, FileChannel content) {

		/** Such as {@code text/csv}. */
		public String mediaType() {
			return this.name.endsWith(".xml") ? "application/xml" : "text/csv;charset=UTF-8";
		}

	}

}
