package dev.hundi.portal.operation;

import java.util.Arrays;
import java.util.List;

/** What takes effect only when a second person approves. Names are those of approvals. */
enum ChangeKind {

	PRICES, LIMITS, NODAL_ACCOUNT, BULK_TIERS;

	static List<String> names() {
		return Arrays.stream(values()).map(Enum::name).toList();
	}

}
