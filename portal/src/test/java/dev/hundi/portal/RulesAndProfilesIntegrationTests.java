package dev.hundi.portal;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.reconciliation.RuleVersions;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules and profiles that are proposed from the same version. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RulesAndProfilesIntegrationTests {

	private static final String REASON = "the bank changed its files";

	private static final String RULES = "/finance/rules";

	private static final String PROFILES = "/statements/profiles";

	private static final String STALE = "A newer version was approved meanwhile.";

	private final TestPortal portal = new TestPortal();

	private final Member author = this.portal.person("maker@example.com", null, Role.FINANCE_MAKER);

	@SuppressWarnings("NullAway.Init")
	private Visitor maker;

	@SuppressWarnings("NullAway.Init")
	private Visitor checker;

	@BeforeAll
	void start() {
		TestPortal.Copy staff = this.portal.start(Audience.STAFF);
		this.maker = Visitor.signedIn(staff.url(), this.author);
		this.checker = Visitor.signedIn(staff.url(),
				this.portal.person("checker@example.com", null, Role.FINANCE_CHECKER));
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void ofTwoProposalsOfRulesFromOneVersionOneIsApproved() {
		proposeRules("3");
		proposeRules("4");
		List<ProposedChange> both = open(RuleVersions.KIND);
		assertThat(both).hasSize(2);
		assertThat(approve(RULES, both.getFirst())).contains("The change is approved.");
		assertThat(approve(RULES, both.getFirst())).as("a double click").contains("You have decided already");
		assertThat(approve(RULES, both.getLast())).as("nothing is undone unseen").contains(STALE);
		assertThat(this.maker.get(RULES).document().select("#window").val())
			.as("the newest version, which has not begun")
			.isEqualTo("3");
		UUID older = trial(RULES + "/try", Map.of("window", "4", "basedOn", "1"), RequestKind.READ_RULES_TRIAL, "{}");
		assertThat(proposed(RULES, older)).as("a trial from the older version")
			.contains("A newer version was approved after");
		proposeRules("5");
		assertThat(approve(RULES, open(RuleVersions.KIND).getLast())).as("from the newest version")
			.contains("The change is approved.");
		assertThat(approve(RULES, withoutNumber(both.getLast(), ",\"basedOn\":1"))).as("from before numbers were kept")
			.contains("The change is approved.");
	}

	@Test
	void ofTwoProposalsOfAProfileFromOneVersionOneIsApproved() {
		proposeProfile("bank-one");
		proposeProfile("bank-one");
		proposeProfile("bank-two");
		List<ProposedChange> three = open(StatementProfiles.KIND);
		assertThat(three).hasSize(3);
		assertThat(approve(PROFILES, three.getFirst())).contains("The change is approved.");
		assertThat(approve(PROFILES, three.get(1))).as("nothing is undone unseen").contains(STALE);
		assertThat(approve(PROFILES, three.getLast())).as("of another profile").contains("The change is approved.");
		assertThat(this.maker.get(PROFILES + "/bank-one").document().select("[name=pattern]").eachAttr("value"))
			.as("the newest version, which has not begun")
			.contains("^UPI/(?<utr>[0-9]{12}),");
		assertThat(proposed(PROFILES + "/bank-one", profileTrial("bank-one", Map.of("basedOn", "0"))))
			.as("a trial from the older version")
			.contains("A newer version was approved after");
		proposeProfile("bank-one");
		assertThat(approve(PROFILES, open(StatementProfiles.KIND).getLast())).as("from the newest version")
			.contains("The change is approved.");
		assertThat(approve(PROFILES, withoutNumber(three.get(1), ",\"basedOn\":0"))).as("from before numbers were kept")
			.contains("The change is approved.");
	}

	/** The summary leads to the field, which is marked. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			pattern    | ^(a          | pattern-1      | Pattern 1
			dateFormat | not a format | dateFormat     | Format of dates
			dateFormat | ''           | dateFormat     | Format of dates
			delimiter  | ,,           | delimiter      | Separator of fields
			decimal    | ' '          | grouping       | Separator of groups
			charset    | UTF-99       | charset        | Character set
			debitTerms | an intentionally long word | debitTerms | Words for a debit
			BALANCE    | ''           | columns        | Columns
			day        | ''           | day            | Day
			""")
	void namesTheFieldOfAProfileThatIsInvalid(String field, String value, String id, String label) {
		Map<String, String> fields = new HashMap<>(Map.of("csv", "true", "BOOKED_ON", "Date", "AMOUNT", "Paid",
				"BALANCE", "Left", "dateFormat", "dd/MM/uuuu", "delimiter", ",", "charset", "UTF-8", "decimal", "."));
		fields.putAll(Map.of("grouping", " ", "debitTerms", "DR", "creditTerms", "CR", "pattern", "^UPI/", "direction",
				"", "kind", "", "rail", "UPI", "day", "2026-11-20"));
		fields.put(field, value);
		Visitor.Page page = this.maker.post(PROFILES + "/bank-three/try", fields);

		assertThat(page.document().select("#error-summary").text()).as(page.text()).contains(label + ": ");
		assertThat(page.document().select("#field-error").attr("href")).isEqualTo("#" + id);
		assertThat(page.document().select("#" + id)).hasSize(1);
		if (!id.equals("columns")) {
			assertThat(page.document().select("#" + id + "[aria-invalid=true]").attr("aria-describedby"))
				.contains("field-error");
		}
	}

	@Test
	void noVersionBeginsInThePastOrInAMistypedYear() {
		UUID trial = trial(RULES + "/try", Map.of("window", "7"), RequestKind.READ_RULES_TRIAL, "{}");
		for (String wrong : List.of("", "2020-01-01", "2206-12-01")) {
			Map<String, String> proposal = Map.of("trial", trial.toString(), "validFrom", wrong, "reason", REASON);
			assertThat(this.maker.post(RULES, proposal).follow().textOf("problem")).as(wrong)
				.isEqualTo("The first day of a version must be today or later, at most two years ahead.");
		}
	}

	private void proposeRules(String window) {
		UUID trial = trial(RULES + "/try", Map.of("window", window), RequestKind.READ_RULES_TRIAL, "{}");
		propose(RULES, trial);
	}

	private void proposeProfile(String name) {
		propose(PROFILES + "/" + name, profileTrial(name, Map.of()));
	}

	private UUID profileTrial(String name, Map<String, String> more) {
		Map<String, String> fields = new HashMap<>(more);
		fields.putAll(Map.of("pattern", "^UPI/(?<utr>[0-9]{12}),", "direction", "", "kind", "", "rail", "UPI"));
		return trial(PROFILES + "/" + name + "/try", fields, RequestKind.READ_PROFILE_TRIAL, """
				{"linesRead": 2, "linesChanged": 1, "matchesWon": 1, "matchesLost": 0, "problems": [], "lines": []}
				""");
	}

	private void propose(String path, UUID trial) {
		assertThat(proposed(path, trial)).contains("The change waits for another person.");
	}

	private String proposed(String path, UUID trial) {
		String tomorrow = India.dateOf(Instant.now()).plusDays(1).toString();
		return this.maker.post(path, Map.of("trial", trial.toString(), "validFrom", tomorrow, "reason", REASON))
			.follow()
			.text();
	}

	/** A trial that batch-jobs has carried out. */
	private UUID trial(String path, Map<String, String> fields, RequestKind kind, String result) {
		Map<String, String> sent = new HashMap<>(fields);
		sent.put("day", "2026-11-20");
		UUID trial = UUID.fromString(this.maker.post(path, sent).location().replaceFirst(".*trial=", ""));
		this.portal.claimed(kind);
		this.portal.carriedOut(trial, result);
		return trial;
	}

	/** The same proposal as it was made before it named a version. */
	private ProposedChange withoutNumber(ProposedChange change, String number) {
		assertThat(change.content()).contains(number);
		String content = change.content().replace(number, "");
		ProposedChanges changes = this.portal.owner(ProposedChanges.class);
		UUID id = changes.propose(new NewApproval(change.approval().kind(), null, ProposedChanges.hash(content),
				"Version", new Maker.OfPerson(this.author.id()), "Two people", 1, Duration.ofDays(1)), content, REASON);
		return changes.find(id).orElseThrow();
	}

	private List<ProposedChange> open(String kind) {
		return this.portal.owner(ProposedChanges.class).open(List.of(kind));
	}

	private String approve(String path, ProposedChange change) {
		return this.checker
			.post(path + "/proposals/" + change.approval().approvalId() + "/approve", Map.of("reason", REASON))
			.follow()
			.text();
	}

}
