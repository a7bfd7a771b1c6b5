package dev.hundi.bench.broken.stream;

import dev.hundi.bench.broken.sandbox.Simulator;

public class PayoutService {

	public String pay(Simulator simulator) {
		return simulator.toString();
	}

}
