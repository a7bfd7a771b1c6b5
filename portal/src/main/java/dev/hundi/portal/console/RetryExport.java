package dev.hundi.portal.console;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.walletexport.WalletExports;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Makes a failed export due again. */
@StaffOnly
@Component
@PreAuthorize("@rights.any('OPERATOR')")
class RetryExport {

	private final WalletExports exports;

	private final StaffRecord record;

	RetryExport(WalletExports exports, StaffRecord record) {
		this.exports = exports;
		this.record = record;
	}

	/**
	 * Makes the export due.
	 * @return the key of the problem, or empty
	 * @throws org.springframework.dao.DuplicateKeyException if another export of the same
	 * request has taken its place
	 */
	@Transactional
	public Optional<String> retry(UUID businessId, UUID exportId, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (!this.exports.retry(businessId, exportId)) {
			return Optional.of("console.exports.not-failed");
		}
		this.record.of(businessId, "EXPORT_RETRIED", exportId.toString(), Map.of(), Map.of("reason", reason.strip()));
		return Optional.empty();
	}

}
