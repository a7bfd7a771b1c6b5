package dev.hundi.batch.operator;

import java.time.Duration;

import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.operator.OperatorRequests;

import org.springframework.stereotype.Component;

/** Removes operator requests 30 days after they ended. The audit trail keeps the acts. */
@Component
class EndedOperatorRequests implements HousekeepingStep {

	private static final Duration AGE = Duration.ofDays(30);

	private final OperatorRequests requests;

	EndedOperatorRequests(OperatorRequests requests) {
		this.requests = requests;
	}

	@Override
	public String name() {
		return "ended-operator-requests";
	}

	@Override
	public int removeExpired(int limit) {
		return this.requests.removeEnded(AGE, limit);
	}

	@Override
	public Proof prove() {
		return Proof.of(this.requests.countEnded(Proof.overdueAfter(AGE)));
	}

}
