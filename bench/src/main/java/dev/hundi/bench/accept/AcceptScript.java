package dev.hundi.bench.accept;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.payout.AcceptPayout;
import dev.hundi.payout.ResponseCode;

/**
 * The accept statement's own SQL as a pgbench script that stores one payout with a fresh
 * nonce, key and transaction id. All targets share one script, so each client plans once.
 */
final class AcceptScript {

	/**
	 * Evaluated once per statement: evaluated per row, it would prevent the index lookup
	 * of the key.
	 */
	private static final String FRESH = "(SELECT ARRAY[gen_random_uuid()::text])";

	private static final String TRANSACTION_ID = "(SELECT ARRAY['TXN20261121' || upper(right(gen_random_uuid()::text, 10))])";

	private AcceptScript() {
	}

	static String of(List<PayoutTarget> targets) {
		Iterator<String> values = List
			.of(oneOf(targets, PayoutTarget::apiKey), FRESH, oneOf(targets, PayoutTarget::businessId), FRESH,
					oneOf(targets, PayoutTarget::beneficiaryId), TRANSACTION_ID, "'{I}'", "'{false}'",
					"ARRAY[:rupees * 100]", "'{200}'", "'{36}'", "'{" + PayoutTarget.REFERENCE + "}'",
					text(ResponseCode.INITIATED.name()), text(ResponseCode.INITIATED.message()))
			.iterator();
		String[] parts = AcceptPayout.sql().strip().split("\\?", -1);
		StringBuilder script = new StringBuilder("\\set rupees random(1, 1000)\n")
			.append("\\set target random(1, %d)%n".formatted(targets.size()))
			.append(parts[0]);
		for (int i = 1; i < parts.length; i++) {
			script.append(values.next()).append(parts[i]);
		}
		if (values.hasNext()) {
			throw new IllegalStateException("The accept statement has fewer parameters than are written here");
		}
		return script.append(";\n").toString();
	}

	private static String oneOf(List<PayoutTarget> targets, Function<PayoutTarget, Object> value) {
		return targets.stream()
			.map((target) -> value.apply(target).toString())
			.collect(Collectors.joining(",", "ARRAY[('{", "}'::text[])[:target]]"));
	}

	private static String text(String value) {
		return "'" + value + "'";
	}

}
