package dev.hundi.portal.command;

import java.time.Duration;
import java.util.EnumSet;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Days and times of commands that no person means. */
class MistypedYearsIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					reconciliation/runs | {"businessDate":"0026-11-20","dry":true,"reason":"mistyped year"} | businessDate must be a day of the years 2000 to 2999
					reconciliation/calendar | {"day":"0026-11-20","open":false,"name":"Diwali","reason":"mistyped year"} | day must be a day of the years 2000 to 2999
					reconciliation/resolutions | {"action":"CARRY_FORWARD","breakIds":[1],"carryTo":"0026-11-20","reason":"mistyped year","evidence":"letter"} | carryTo must be a day of the years 2000 to 2999
					webhooks/endpoints/0192f0c4-6f1e-7c3a-9d55-3b1f6a0e2c47/secret | {"from":"2206-12-01T00:00:00Z","reason":"mistyped year"} | from must be at most 90 days ahead
					""")
	void areNamedWithTheirField(String path, String body, String problem) {
		Member member = this.portal.person("years-" + UUID.randomUUID() + "@hundi.example", null, Role.OPERATOR,
				Role.FINANCE_MAKER);
		NewToken token = new NewToken("years", TokenScope.APPROVE, EnumSet.allOf(CommandGroup.class),
				Duration.ofDays(1));
		Program program = new Program(TestPortal.sharedCopy(Audience.STAFF).url(),
				this.portal.owner(AccessTokens.class).create(member.id(), token).secret());

		assertThat(program.post("/commands/" + path, body).refused(400)).contains(problem);
	}

}
