package dev.hundi.bench.broken.api;

class WritesEvents {

	String insert(String values) {
		return "insert into " + "payout_event VALUES (" + values + ")";
	}

}
