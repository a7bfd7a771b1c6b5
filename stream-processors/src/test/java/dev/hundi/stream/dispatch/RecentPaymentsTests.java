package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.RailHealth.LastPayment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecentPaymentsTests {

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T10:00:59Z"));

	private final RecentPayments payments = new RecentPayments(this.now::get);

	@Test
	void countsThePaymentsOfTheLastTenMinutes() {
		assertThat(this.payments.counts()).allSatisfy((result, count) -> assertThat(count).isZero());
		assertThat(this.payments.last()).isNull();
		this.payments.add(PaymentResult.ACCEPTED);
		this.payments.add(PaymentResult.ACCEPTED);
		pass(Duration.ofMinutes(9));
		this.payments.add(PaymentResult.UNANSWERED);
		assertThat(this.payments.counts()).containsEntry(PaymentResult.ACCEPTED, 2)
			.containsEntry(PaymentResult.UNANSWERED, 1);
		pass(Duration.ofMinutes(1));
		assertThat(this.payments.counts()).as("the first minute has passed").containsEntry(PaymentResult.ACCEPTED, 0);
		this.payments.add(PaymentResult.REFUSED);
		assertThat(this.payments.counts()).as("in the place of the first minute")
			.containsEntry(PaymentResult.ACCEPTED, 0)
			.containsEntry(PaymentResult.REFUSED, 1);
		pass(Duration.ofHours(5));
		assertThat(this.payments.counts()).allSatisfy((result, count) -> assertThat(count).isZero());
		assertThat(this.payments.last())
			.isEqualTo(new LastPayment(PaymentResult.REFUSED, Instant.parse("2026-11-23T10:10:59Z")));
	}

	private void pass(Duration time) {
		this.now.updateAndGet((before) -> before.plus(time));
	}

}
