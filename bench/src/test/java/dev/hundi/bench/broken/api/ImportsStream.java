package dev.hundi.bench.broken.api;

import dev.hundi.bench.broken.stream.PayoutService;

class ImportsStream {

	String pay(PayoutService other) {
		return other.toString();
	}

}
