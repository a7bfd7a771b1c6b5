package dev.hundi.bench.crash;

import java.util.List;
import java.util.Map;

/**
 * The target of a payout: accounts whose outcome the sandbox bank forces
 * (docs/api-decisions.md, "Sandbox bank") and ordinary ones.
 *
 * @param fields of the beneficiary
 */
record Target(String rail, Map<String, String> fields) {

	/** Paid, then returned: every payout to it must end as returned. */
	static final String RETURNED = "02014457596969";

	static final List<Target> ALL = List.of(account("026291800001191", "YESB0000262"),
			account("100200300400", "HDFC0000001"), account("100200300401", "ICIC0000104"),
			account("026291800001190", "YESB0000262"), account("00224412311300", "YESB0000001"),
			account("7766666351000", "YESB0000001"), account("00000000504", "YESB0000001"),
			account("00000000503", "YESB0000001"), account(RETURNED, "CITI0000001"), vpa("success@upi"),
			vpa("invalid@upi"), vpa("timeout@upi"));

	private static Target account(String accountNumber, String ifsc) {
		return new Target("I", Map.of("accountNumber", accountNumber, "ifsc", ifsc));
	}

	private static Target vpa(String vpa) {
		return new Target("U", Map.of("vpa", vpa));
	}

}
