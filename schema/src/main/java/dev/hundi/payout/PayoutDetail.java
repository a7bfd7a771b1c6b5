package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Everything a merchant sees of a payout.
 *
 * @param beneficiary as of the acceptance
 * @param amountPaise amount to the beneficiary in paise
 * @param commissionPaise commission in paise
 * @param gstPaise GST on the commission in paise
 * @param utr the bank's reference for merchants; also their transactionReference
 * @param bankReference the bank's own id of the order
 * @param createdAt when it was accepted, UTC; also initiatedAt
 * @param completedAt when it became terminal, UTC
 * @param bulkFileId its bulk file, for source BULK only
 * @param options with requiresApproval also if a rule requires one
 * @param holdReason why it is not debited yet; null unless it waits in status 3
 */
public record PayoutDetail(UUID payoutId, String transactionId, @Nullable String merchantReferenceId,
		@Nullable String utr, @Nullable String bankReference, Payee beneficiary, Rail rail, long amountPaise,
		long commissionPaise, long gstPaise, PayoutStatus status, String responseCode, String responseMessage,
		Source source, @Nullable UUID bulkFileId, Instant createdAt, Instant updatedAt, @Nullable Instant completedAt,
		PayoutOptions options, @Nullable HoldReason holdReason) {

	/** The wallet debit in paise: amount, commission and GST. */
	public long totalDebitPaise() {
		return this.amountPaise + this.commissionPaise + this.gstPaise;
	}

	/** Whether it is held or queued, so that it can be cancelled. */
	public boolean waits() {
		return this.holdReason != null;
	}

	/** The payee: a VPA, or an account with its IFSC. */
	public record Payee(UUID beneficiaryId, String beneficiaryCode, String name, @Nullable String email,
			String phoneNumber, @Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa) {
	}

	public enum Source {

		API, BULK, PORTAL

	}

}
