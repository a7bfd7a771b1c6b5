package dev.hundi.portal.signin;

import java.util.Map;
import java.util.Optional;

/**
 * Acts that the page for the second factor names, because they move money or decide what
 * another person asked for: one form can have buttons for opposite acts.
 */
final class NamedActs {

	private static final String ID = "[0-9a-f-]{36}";

	private static final String NUMBER = "[0-9]+";

	/** Paths of acts, and the keys of their texts. */
	private static final Map<String, String> KEYS = Map.ofEntries(
			Map.entry("/approvals/approve", "confirm.approvals.approve"),
			Map.entry("/approvals/reject", "confirm.approvals.reject"),
			Map.entry("/approvals/rules/" + ID + "/approve", "confirm.approvals.rules.approve"),
			Map.entry("/approvals/rules/" + ID + "/reject", "confirm.approvals.rules.reject"),
			Map.entry("/developers/requests/" + ID + "/approve", "confirm.requests.approve"),
			Map.entry("/developers/requests/" + ID + "/reject", "confirm.requests.reject"),
			Map.entry("/bulk/" + ID + "/release", "confirm.bulk.release"),
			Map.entry("/bulk/" + ID + "/plan", "confirm.bulk.plan"),
			Map.entry("/bulk/" + ID + "/unplan", "confirm.bulk.unplan"), Map.entry("/pay", "confirm.pay"),
			Map.entry("/owner-recoveries/" + ID + "/approve", "confirm.recoveries.approve"),
			Map.entry("/owner-recoveries/" + ID + "/reject", "confirm.recoveries.reject"),
			Map.entry("/operation/changes/" + ID + "/approve", "confirm.changes.approve"),
			Map.entry("/operation/changes/" + ID + "/reject", "confirm.changes.reject"),
			Map.entry("/console/calendar/changes/" + NUMBER + "/approve", "confirm.changes.approve"),
			Map.entry("/console/calendar/changes/" + NUMBER + "/reject", "confirm.changes.reject"),
			Map.entry("/finance/rules/proposals/" + ID + "/approve", "confirm.changes.approve"),
			Map.entry("/finance/rules/proposals/" + ID + "/reject", "confirm.changes.reject"),
			Map.entry("/statements/profiles/proposals/" + ID + "/approve", "confirm.changes.approve"),
			Map.entry("/statements/profiles/proposals/" + ID + "/reject", "confirm.changes.reject"),
			Map.entry("/statements/uploads/" + ID + "/approve", "confirm.uploads.approve"),
			Map.entry("/statements/uploads/" + ID + "/reject", "confirm.uploads.reject"),
			Map.entry("/statements/resolutions/" + NUMBER + "/approve", "confirm.resolutions.approve"),
			Map.entry("/statements/resolutions/" + NUMBER + "/reject", "confirm.resolutions.reject"),
			Map.entry("/finance/breaks/" + NUMBER + "/resolutions/" + NUMBER + "/approve",
					"confirm.resolutions.approve"),
			Map.entry("/finance/breaks/" + NUMBER + "/resolutions/" + NUMBER + "/reject", "confirm.resolutions.reject"),
			Map.entry("/finance/runs/" + NUMBER + "/sign-off", "confirm.runs.sign-off"),
			Map.entry("/review/" + ID + "/return", "confirm.review.return"),
			Map.entry("/review/" + ID + "/propose", "confirm.review.propose"),
			Map.entry("/review/" + ID + "/reject", "confirm.review.reject"),
			Map.entry("/review/" + ID + "/approve", "confirm.review.approve"),
			Map.entry("/review/" + ID + "/reject-approval", "confirm.review.reject-approval"));

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
