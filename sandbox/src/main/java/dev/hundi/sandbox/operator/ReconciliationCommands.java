package dev.hundi.sandbox.operator;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import static dev.hundi.sandbox.operator.OperatorRequest.get;
import static dev.hundi.sandbox.operator.OperatorRequest.post;
import static dev.hundi.sandbox.operator.OperatorRequest.query;

/**
 * Closes days, shows breaks, resolves them by two people and signs days off.
 */
final class ReconciliationCommands {

	static final String USAGE = """
			runs [--limit N]
			run DAY --by WHO [--dry true]     closes a day that is over; rehearses any
			show RUN                          progress, balances and figures
			report RUN FILE.csv|.xls|.pdf
			sign-off RUN --by WHO
			breaks [--type T] [--closed true] [--limit N]
			break BREAK                       its items and history
			own BREAK --owner WHO --by WHO
			matches --of UTR|REFERENCE        what is matched of these lines
			resolutions [--waiting false]
			match BREAK... --reason R --evidence E --by WHO
			suspense|write-off BREAK... --reason R --evidence E --by WHO
			adjust-wallet BREAK... --business ID --reason R --evidence E --by WHO
			carry-forward BREAK... --to DAY --reason R --evidence E --by WHO
			revoke MATCH --reason R --evidence E --by WHO
			approve|reject RESOLUTION --by ANOTHER
			calendar YEAR
			day DAY --open true|false --name N   writes a day of the bank calendar down
			                                  days are such as 2026-11-21, in India""";

	private static final String PATH = "/reconciliation";

	private ReconciliationCommands() {
	}

	static @Nullable OperatorRequest request(CommandLine line) {
		String action = line.action();
		return switch (action) {
			case "runs", "breaks", "matches", "resolutions" ->
				line.names(0) ? get(PATH + "/" + action + query(line.options())) : null;
			case "match", "suspense", "write-off", "adjust-wallet", "carry-forward", "revoke" -> resolution(line);
			case "report" -> line.names(2) ? report(line) : null;
			default -> line.names(1) ? ofOne(line) : null;
		};
	}

	private static @Nullable OperatorRequest ofOne(CommandLine line) {
		String what = line.operand(0);
		return switch (line.action()) {
			case "run" ->
				line.has("by") ? post(PATH + "/runs", line.with("businessDate", line.operands().getFirst())) : null;
			case "show" -> get(PATH + "/runs/" + what);
			case "sign-off" -> line.has("by") ? post(PATH + "/runs/" + what + "/sign-off", line.options()) : null;
			case "break" -> get(PATH + "/breaks/" + what);
			case "own" -> line.has("owner", "by") ? post(PATH + "/breaks/" + what + "/owner", line.options()) : null;
			case "approve", "reject" ->
				line.has("by") ? post(PATH + "/resolutions/" + what + "/" + line.action(), line.options()) : null;
			case "calendar" -> get(PATH + "/calendar/" + what);
			case "day" -> line.has("open", "name")
					? post(PATH + "/calendar", line.with("day", line.operands().getFirst())) : null;
			default -> null;
		};
	}

	/** The ending of the file's name says the format. */
	private static @Nullable OperatorRequest report(CommandLine line) {
		String file = line.operands().getLast();
		int dot = file.lastIndexOf('.');
		return (dot < 0) ? null : OperatorRequest
			.save(PATH + "/runs/" + line.operand(0) + "/report" + file.substring(dot), Path.of(file));
	}

	private static @Nullable OperatorRequest resolution(CommandLine line) {
		if (line.operands().isEmpty() || !line.has("reason", "evidence", "by")) {
			return null;
		}
		boolean isOfMatch = line.action().equals("revoke");
		Map<String, Object> body = line.with("action", line.action().replace('-', '_').toUpperCase(Locale.ROOT));
		body.put("breakIds", isOfMatch ? List.of() : line.operands());
		if (isOfMatch) {
			body.put("matchId", line.operands().getFirst());
		}
		rename(body, "business", "businessId");
		rename(body, "to", "carryTo");
		return post(PATH + "/resolutions", body);
	}

	private static void rename(Map<String, Object> body, String from, String to) {
		Object value = body.remove(from);
		if (value != null) {
			body.put(to, value);
		}
	}

}
