package dev.hundi.portal;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the alerts about pages that fail count. */
class CountedAnswersIntegrationTests {

	@Test
	void aPageThatFailsIsCountedFromTheFirstOn() {
		try (TestPortal portal = new TestPortal()) {
			TestPortal.Copy copy = portal.start(Audience.MERCHANT);
			Visitor owner = new Desk(portal, copy, "asha").as(Role.OWNER);
			assertThat(owner.get("/developers").status()).isEqualTo(200);
			assertThat(counted(copy, "failed")).as("there before the first failure, so that an increase shows it")
				.isZero();
			assertThat(counted(copy, "busy")).isZero();
			await().untilAsserted(() -> assertThat(counted(copy, "ok")).isPositive());
			portal.jdbc().sql("ALTER TABLE api_key RENAME TO api_key_elsewhere").update();
			assertThat(owner.get("/developers").status()).isEqualTo(500);
			await().untilAsserted(() -> assertThat(counted(copy, "failed")).isEqualTo(1));
			assertThat(owner.get("/no-such-page").status()).isLessThan(500);
			assertThat(counted(copy, "failed")).isEqualTo(1);
		}
	}

	private static @Nullable Double counted(TestPortal.Copy copy, String result) {
		Counter counter = copy.context()
			.getBean(MeterRegistry.class)
			.find("hundi.portal.answers")
			.tag("result", result)
			.counter();
		return (counter != null) ? counter.count() : null;
	}

}
