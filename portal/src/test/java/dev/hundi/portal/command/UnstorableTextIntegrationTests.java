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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts of programs that PostgreSQL refuses. */
class UnstorableTextIntegrationTests {

	private static final String RULE = " must not contain U+0000 or half of a surrogate pair";

	private final TestPortal portal = TestPortal.shared();

	private final Program program = program();

	private Program program() {
		Member member = this.portal.person("unstorable-" + UUID.randomUUID() + "@hundi.example", null, Role.OPERATOR,
				Role.FINANCE_MAKER);
		NewToken token = new NewToken("unstorable", TokenScope.ACT, EnumSet.allOf(CommandGroup.class),
				Duration.ofDays(1));
		return new Program(TestPortal.sharedCopy(Audience.STAFF).url(),
				this.portal.owner(AccessTokens.class).create(member.id(), token).secret());
	}

	@ParameterizedTest
	@ValueSource(strings = { "\\u0000", "Chandni\\u0000", "\\ud800" })
	void aFieldOfABodyIsNamed(String text) {
		assertThat(this.program
			.post("/commands/reconciliation/breaks/1/owner",
					"{\"owner\":\"%s\",\"reason\":\"on duty\"}".formatted(text))
			.refused(400)).contains("owner" + RULE);
		assertThat(this.program
			.post("/commands/reviews/businesses/" + this.portal.business() + "/payouts/" + UUID.randomUUID()
					+ "/settle", "{\"shown\":\"2026-11-21T08:00:00Z\",\"note\":\"letter %s\"}".formatted(text))
			.refused(400)).contains("note" + RULE);
	}

	/** The body of a resolution is read as a tree. */
	@Test
	void aFieldOfATreeIsNamed() {
		assertThat(this.program.post("/commands/reconciliation/resolutions", """
				{"action":"SUSPENSE","breakIds":[1],"reason":"wrong match","evidence":"letter\\u0000"}
				""").refused(400)).contains("evidence" + RULE);
		assertThat(this.program.post("/commands/reconciliation/resolutions", "{\"a\\u0000\":1}").refused(400))
			.contains("A field" + RULE);
	}

	@Test
	void aQueryParameterIsNamed() {
		assertThat(this.program.get("/commands/reconciliation/breaks?type=%00").refused(400))
			.contains("type must not contain U+0000");
	}

}
