package dev.hundi.bench.broken.api;

import dev.hundi.bench.broken.business.KnowsTheApi;

public class WritesMoney {

	static final String TOP_UP = """
			UPDATE wallet
			   SET available_paise = available_paise + :amount
			""";

	public String topUp(KnowsTheApi cycle) {
		return TOP_UP + cycle;
	}

}
