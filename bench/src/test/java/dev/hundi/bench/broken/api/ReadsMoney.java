package dev.hundi.bench.broken.api;

class ReadsMoney {

	String read(long id) {
		return "SELECT paise FROM ledger_entry WHERE id = " + id;
	}

}
