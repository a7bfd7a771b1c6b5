package dev.hundi.portal.signin;

import java.util.Map;
import java.util.Optional;

/**
 * Acts that the page for the second factor names, because they move money or decide what
 * another person asked for: one form can have buttons for opposite acts.
 */
final class NamedActs {

	private static final String ID = "[0-9a-f-]{36}";

	/** Paths of acts, and the keys of their texts. */
	private static final Map<String, String> KEYS = Map.ofEntries(
			Map.entry("/approvals/agree", "confirm.approvals.agree"),
			Map.entry("/approvals/reject", "confirm.approvals.reject"),
			Map.entry("/approvals/rules/" + ID + "/agree", "confirm.approvals.rules.agree"),
			Map.entry("/approvals/rules/" + ID + "/refuse", "confirm.approvals.rules.refuse"),
			Map.entry("/developers/requests/" + ID + "/agree", "confirm.requests.agree"),
			Map.entry("/developers/requests/" + ID + "/refuse", "confirm.requests.refuse"),
			Map.entry("/bulk/" + ID + "/release", "confirm.bulk.release"),
			Map.entry("/bulk/" + ID + "/plan", "confirm.bulk.plan"), Map.entry("/pay", "confirm.pay"),
			Map.entry("/owner-recoveries/" + ID + "/agree", "confirm.recoveries.agree"),
			Map.entry("/owner-recoveries/" + ID + "/refuse", "confirm.recoveries.refuse"),
			Map.entry("/operation/changes/" + ID + "/agree", "confirm.operation.agree"),
			Map.entry("/operation/changes/" + ID + "/refuse", "confirm.operation.refuse"));

	private NamedActs() {
	}

	/** The key of the text that names the act of a path. */
	static Optional<String> of(String path) {
		return KEYS.entrySet()
			.stream()
			.filter((act) -> path.matches(act.getKey()))
			.map(Map.Entry::getValue)
			.findFirst();
	}

}
