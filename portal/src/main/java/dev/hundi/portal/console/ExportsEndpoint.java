package dev.hundi.portal.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.time.Timestamps;
import dev.hundi.walletexport.ExportStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Wallet exports of all businesses, newest first. */
@StaffOnly
@Controller
class ExportsEndpoint {

	private final JdbcClient jdbc;

	private final RetryExport retry;

	private final FilteredBusiness filter;

	ExportsEndpoint(JdbcClient jdbc, RetryExport retry, FilteredBusiness filter) {
		this.jdbc = jdbc;
		this.retry = retry;
		this.filter = filter;
	}

	@GetMapping("/console/exports")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable ExportStatus status,
			@RequestParam(defaultValue = "") String business, @RequestParam(required = false) @Nullable UUID before,
			Model model) {
		Slice<Export> found = newest(status, this.filter.read(business, model), before);
		model.addAttribute("exports", found.rows());
		model.addAttribute("next", found.more() ? found.last().exportId() : null);
		model.addAttribute("statuses", ExportStatus.values());
		model.addAttribute("status", status);
		return "console/exports";
	}

	@PostMapping("/console/exports/{id}/{export}/retry")
	String retry(@PathVariable("id") UUID businessId, @PathVariable("export") UUID exportId,
			@RequestParam(defaultValue = "") String list, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, retryOrRefuse(businessId, exportId, reason), "console.exports.retried",
				exportId.toString(), reason);
		return Answers.back("/console/exports", list);
	}

	private Optional<String> retryOrRefuse(UUID businessId, UUID exportId, String reason) {
		try {
			return this.retry.retry(businessId, exportId, reason);
		}
		catch (DuplicateKeyException ex) {
			return Optional.of("console.exports.replaced");
		}
	}

	private Slice<Export> newest(@Nullable ExportStatus status, @Nullable UUID businessId, @Nullable UUID before) {
		// As a constant, so that few are found by the index of their state.
		String filter = (status != null) ? "AND e.status = '" + status.name() + "'" : "";
		return Slice.of(this.jdbc
			.sql("""
					SELECT e.*, b.business_code, b.business_name
					  FROM (SELECT business_id, export_id, kind, format, status, rows_written, rows_expected, row_count, size_bytes,
					               attempt_count, failure, created_at, completed_at
					          FROM wallet_export e
					         WHERE export_id < :before AND (:business::uuid IS NULL OR business_id = :business::uuid) %s
					         ORDER BY export_id DESC LIMIT :limit) e
					  JOIN business b ON b.business_id = e.business_id
					 ORDER BY e.export_id DESC
					"""
				.formatted(filter))
			.param("before", (before != null) ? before : new UUID(-1, -1))
			.param("business", businessId)
			.param("limit", Slice.READ)
			.query(ExportsEndpoint::read)
			.list());
	}

	private static Export read(ResultSet row, int number) throws SQLException {
		return new Export(row.getObject("business_id", UUID.class), row.getString("business_code"),
				row.getString("business_name"), row.getObject("export_id", UUID.class),
				row.getString("kind").toLowerCase(Locale.ROOT), row.getString("format"),
				ExportStatus.valueOf(row.getString("status")),
				new Progress(row.getInt("rows_written"), row.getObject("rows_expected", Integer.class),
						row.getObject("size_bytes", Long.class), row.getInt("attempt_count"), row.getString("failure")),
				Timestamps.instant(row, "created_at"));
	}

	/**
	 * An export.
	 *
	 * @param kind requested or statement
	 * @param createdAt UTC
	 */
	record Export(UUID businessId, String businessCode, String businessName, UUID exportId, String kind, String format,
			ExportStatus status, Progress progress, Instant createdAt) {
	}

	/**
	 * How far an export is.
	 *
	 * @param expected rows, or null before it is known
	 * @param bytes of the file, or null before it is done
	 * @param failure why the last attempt failed, or null
	 */
	record Progress(int written, @Nullable Integer expected, @Nullable Long bytes, int attempts,
			@Nullable String failure) {
	}

}
