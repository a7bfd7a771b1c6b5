package dev.hundi.bench.broken.business;

import dev.hundi.bench.broken.api.WritesMoney;

public class KnowsTheApi {

	public int calls(WritesMoney api) {
		return api.hashCode();
	}

}
