package dev.hundi.approval;

import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * What a member of the staff asks to change.
 *
 * @param content JSON
 * @param reason as the maker states it
 * @param makerName who asks
 * @param businessName null for what concerns Hundi itself
 */
public record ProposedChange(Approval approval, String content, String reason, String makerName,
		@Nullable String businessName) {

	/** The hash of the content, which a decision names. */
	public String hash() {
		return HexFormat.of().formatHex(this.approval.contentHash());
	}

}
