package dev.hundi.batch.operator;

import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.OperatorRequests.Backlog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * Requests of the staff that wait too long or failed, as
 * {@code hundi.operator.requests}. Every instance reports the same values.
 */
@Component
class CountOperatorRequests {

	private final OperatorRequests requests;

	private volatile Backlog latest = new Backlog(0, 0);

	CountOperatorRequests(OperatorRequests requests, MeterRegistry meters) {
		this.requests = requests;
		Gauge.builder("hundi.operator.requests", () -> this.latest.late())
			.description("Requests of the staff to other processes: late ones wait for more than a minute")
			.tag("state", "late")
			.register(meters);
		Gauge.builder("hundi.operator.requests", () -> this.latest.failed())
			.description("Requests of the staff to other processes: failed ones of the last hour")
			.tag("state", "failed")
			.register(meters);
	}

	void refresh() {
		this.latest = this.requests.backlog();
	}

}
