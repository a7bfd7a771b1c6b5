package dev.hundi.portal;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;
import dev.hundi.business.KeyScope;
import dev.hundi.digest.Sha256;
import dev.hundi.letter.LetterKind;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.CaseCheck;
import dev.hundi.onboarding.CaseState;
import dev.hundi.onboarding.FieldProblem;
import dev.hundi.onboarding.Need;
import dev.hundi.onboarding.PrincipalPart;
import dev.hundi.onboarding.RefusalReason;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementState;
import dev.hundi.onboarding.ScanState;
import dev.hundi.operator.RequestKind;
import dev.hundi.payout.HoldReason;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import dev.hundi.payout.Stage;
import dev.hundi.person.Role;
import dev.hundi.portal.console.ConsoleTexts;
import dev.hundi.portal.finance.FinanceTexts;
import dev.hundi.statement.Direction;
import dev.hundi.statement.StatementHoldReason;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.ProfileColumn;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementProblem;
import dev.hundi.statement.StatementSource;
import dev.hundi.statement.StatementState;
import dev.hundi.token.TokenScope;
import dev.hundi.verification.VerificationResult;
import dev.hundi.wallet.Movement;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.webhook.ActiveEndpoint;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.EndpointUrl;
import dev.hundi.webhook.WebhookEvent;
import org.jspecify.annotations.Nullable;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every text comes from the message bundle, and files of others are as their packages
 * have them.
 */
class TextsTests {

	private static final Path MAIN = Path.of("src/main");

	private static final List<String> SPOKEN_ATTRIBUTES = List.of("alt", "title", "placeholder", "aria-label");

	/** Constants of the code that are written as acts are. */
	private static final Set<String> NO_ACTS = Set.of("FACTOR_CONFIRMED", "FIRST_API_KEY", "FIRST_IP_RULE", "IN_DOUBT",
			"NOT_SENT", "OWNER_RECOVERY", "STATEMENT_UPLOAD", "TRIAL_BALANCE", "VALID_ROWS");

	private final Properties texts = texts();

	@Test
	void templatesContainNoTextOfTheirOwn() {
		List<Path> templates = files("resources/templates", ".html");
		assertThat(templates).hasSizeGreaterThan(10)
			.allSatisfy((template) -> assertThat(ownTexts(read(template))).as(template.toString()).isEmpty());
	}

	/**
	 * A GET by htmx is no act of a person, so that it does not keep a session; and it
	 * repeats itself, because page.js drops the answer while a person uses the part.
	 */
	@Test
	void htmxGetsOnlyWhatAPageAsksForItself() {
		for (Path template : files("resources/templates", ".html")) {
			for (Element element : Jsoup.parse(read(template)).getAllElements()) {
				String attributes = element.attributes().html();
				if (attributes.contains("hx-get=")) {
					assertThat(attributes).as(template.toString())
						.matches("(?s).*hx-trigger=.*('every \\ds'|\"every \\ds\"|\"load\").*");
				}
			}
		}
	}

	/**
	 * Only texts with arguments are message formats, in which an apostrophe is doubled.
	 */
	@Test
	void apostrophesAreShownOnce() {
		this.texts.forEach((key, text) -> {
			String shown = text.toString();
			assertThat(shown.contains("{") ? shown.replace("''", "") : shown.replaceAll("(?<!')'(?!')", ""))
				.as("%s=%s", key, text)
				.doesNotContain("'");
		});
	}

	/** A format of Java groups digits by three, pages by lakh and crore. */
	@Test
	void noTextGroupsDigitsInAnotherWayThanPages() {
		assertThat(this.texts.values()).noneMatch((text) -> text.toString().contains(",number"));
	}

	@Test
	void aTextWithoutAKeyIsFound() {
		assertThat(ownTexts("<p th:text=\"#{save}\"></p><p>Hello <b>you</b></p><img alt='A picture'>"))
			.containsExactly("Hello", "you", "alt A picture");
	}

	@Test
	void everyKeyHasATextAndEveryTextIsUsed() {
		String code = Stream.concat(files("resources/templates", ".html").stream(), files("java", ".java").stream())
			.map(TextsTests::read)
			.reduce("", String::concat);
		Set<String> used = new TreeSet<>();
		Matcher keys = Pattern.compile("#\\{([A-Za-z0-9._-]+)|'([a-z]+\\.[a-z0-9.-]+)'|\"([a-z]+(?:\\.[a-z-]+)+)\"")
			.matcher(code);
		while (keys.find()) {
			used.add(Objects.requireNonNullElse(keys.group(1),
					Objects.requireNonNullElse(keys.group(2), Objects.requireNonNullElse(keys.group(3), ""))));
		}
		Matcher acts = Pattern.compile("\"([A-Z]+(?:_[A-Z]+)+)\"").matcher(code);
		Set<String> known = this.texts.stringPropertyNames();
		while (acts.find()) {
			used.add("act." + acts.group(1));
			if (!NO_ACTS.contains(acts.group(1))) {
				assertThat(known).as("every act").contains("act." + acts.group(1));
			}
		}
		Matcher sections = Pattern.compile("new Section\\([0-9]+, \"([a-z-]+)\"").matcher(code);
		while (sections.find()) {
			used.add("nav." + sections.group(1));
		}
		used.addAll(ofOnboarding());
		assertThat(known).as("onboarding").containsAll(ofOnboarding());
		used.addAll(namedAfterConstants());
		assertThat(known).as("names of constants").containsAll(namedAfterConstants());
		Map.of("review.state.", CaseState.values(), "review.entry.", RequirementState.values(), "review.type.",
				BusinessType.values(), "review.scan.", ScanState.values(), "review.reason.", RefusalReason.values(),
				"review.check.", CaseCheck.values(), "review.requirement.", Requirement.values())
			.forEach((prefix, constants) -> Stream.of(constants).forEach((one) -> {
				assertThat(known).contains(prefix + one);
				used.add(prefix + one);
			}));
		assertThat(known).as("every used key").containsAll(inTemplates());
		assertThat(used).as("every text is used").containsAll(known);
		assertThat(this.texts.values()).noneMatch((text) -> text.toString().isBlank());
	}

	/** Keys that contain names of constants. */
	private static Set<String> ofOnboarding() {
		Set<String> keys = new TreeSet<>();
		for (Requirement requirement : Requirement.values()) {
			keys.add("onboarding.field." + requirement);
			keys.add("onboarding.hint." + requirement);
			if (!requirement.isDocument()) {
				keys.add("onboarding.form." + requirement);
			}
		}
		for (String task : List.of("BUSINESS", "CONTACT", "REGISTRATION", "ADDRESS", "BANK", "PRINCIPALS",
				"DOCUMENTS")) {
			keys.add("onboarding.task." + task);
			keys.add("onboarding.task." + task + ".hint");
		}
		add(keys, "onboarding.problem.", FieldProblem.values(), FieldProblem.FORM);
		add(keys, "onboarding.type.", BusinessType.values(), null);
		add(keys, "onboarding.reason.", RefusalReason.values(), null);
		add(keys, "onboarding.part.", PrincipalPart.values(), null);
		add(keys, "onboarding.state.", RequirementState.values(), RequirementState.MISSING);
		add(keys, "onboarding.need.", Need.values(), Need.NONE);
		for (String status : List.of("NOT_BEGUN", "BEGUN", "REFUSED", "COMPLETE", "IN_REVIEW")) {
			keys.add("onboarding.status." + status);
		}
		for (String state : List.of("unstarted", "review", "returned", "approved", "rejected", "erased")) {
			keys.add("onboarding.case." + state);
			keys.add("onboarding.next." + state);
		}
		for (String problem : List.of("empty", "too-large", "type", "pixels", "password", "script", "pages", "slow",
				"interrupted", "unreadable", "infected", "busy", "too-many", "locked")) {
			keys.add("onboarding.upload." + problem);
		}
		for (String field : List.of("name", "designation", "pan", "aadhaar")) {
			keys.add("onboarding.principal." + field);
			keys.add("onboarding.principal." + field + ".hint");
		}
		Matcher acts = Pattern.compile("\"((?:ONBOARDING|KYC_DOCUMENT)(?:_[A-Z]+)+)\"")
			.matcher(files(Path.of("../../../schema/src/main/java/dev/hundi/onboarding").toString(), ".java").stream()
				.map(TextsTests::read)
				.reduce("", String::concat));
		while (acts.find()) {
			keys.add("act." + acts.group(1));
		}
		return keys;
	}

	private static void add(Set<String> keys, String prefix, Enum<?>[] constants, @Nullable Enum<?> except) {
		for (Enum<?> constant : constants) {
			if (constant != except) {
				keys.add(prefix + constant.name());
			}
		}
	}

	@Test
	void everyConstantHasAText() {
		assertThat(this.texts.stringPropertyNames()).containsAll(namedAfterConstants());
	}

	@Test
	void filesOfOthersAreUnchanged() {
		List<String> rows = read(MAIN.resolve("resources/vendor/README.md")).lines()
			.filter((line) -> line.matches(".*[0-9a-f]{64}.*"))
			.toList();
		assertThat(rows).hasSize(4);
		for (String row : rows) {
			String[] cells = row.split("\\s*\\|\\s*");
			Path folder = MAIN.resolve("resources/static/assets/vendor");
			assertThat(Sha256.hex(bytes(folder.resolve(cells[1])))).as(cells[1]).isEqualTo(cells[5]);
			assertThat(folder.resolve(cells[4].replaceAll(".*, ", ""))).exists();
		}
	}

	/** Keys that the code puts together from the constants of enums. */
	private static Set<String> namedAfterConstants() {
		Set<String> keys = new TreeSet<>();
		for (Enum<?>[] constants : List.of(Role.values(), KeyScope.values())) {
			for (Enum<?> constant : constants) {
				String key = ((constant instanceof Role) ? "role." : "scope.") + constant;
				keys.addAll(List.of(key, key + ".hint"));
			}
		}
		for (LetterKind kind : LetterKind.values()) {
			String key = "mail." + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
			keys.addAll(List.of(key + ".subject", key + ".text", key + ".link"));
		}
		keys.addAll(List.of("mail.invitation.staff", "mail.person-invited.staff", "mail.roles-changed.staff"));
		keys.addAll(ConsoleTexts.keys());
		keys.addAll(FinanceTexts.keys());
		Stream.of(RequestKind.values()).filter((kind) -> !kind.isReading()).forEach((kind) -> keys.add("act." + kind));
		Stream.of(TokenScope.values())
			.forEach((scope) -> keys.addAll(List.of("tokens.scope." + scope, "tokens.scope." + scope + ".hint")));
		Stream.of(DeliveryState.values()).forEach((state) -> keys.add("delivery." + state));
		Stream.of(ActiveEndpoint.State.values()).forEach((state) -> keys.add("developers.webhook.state." + state));
		Stream.of(EndpointUrl.Problem.values()).forEach((problem) -> keys.add("developers.webhook.problem." + problem));
		WebhookEvent.codes().forEach((event) -> keys.add("developers.webhook.event." + event));
		// In audit trails of earlier releases.
		keys.addAll(List.of("act.WEBHOOK_ADDRESS_CHANGED", "act.BULK_APPROVAL_TIERS_CHANGED"));
		List.of("row", "name", "phoneNumber", "email", "accountNumber", "ifsc", "vpa")
			.forEach((field) -> keys.add("beneficiaries.import.column." + field));
		List.of("name", "phone", "account", "ifsc", "vpa").forEach((field) -> keys.add("pay.new." + field));
		List.of(0, 1, 24, 168).forEach((hours) -> keys.add("developers.overlap." + hours));
		keys.addAll(ofTheDesk());
		keys.addAll(ofStatements());
		return keys;
	}

	private static Set<String> ofStatements() {
		Set<String> keys = new TreeSet<>();
		add(keys, "statements.problem.", StatementProblem.Kind.values(), null);
		Stream.of(StatementProblem.Kind.values()).forEach((kind) -> keys.add("statements.problem." + kind + ".hint"));
		add(keys, "statements.file.", ReceivedStatementFile.Status.values(), null);
		add(keys, "statements.source.", StatementSource.values(), null);
		add(keys, "statements.state.", StatementState.Status.values(), null);
		add(keys, "statements.hold.", StatementHoldReason.values(), null);
		for (String state : List.of("ACCEPTED", "HELD", "MISSING", "CLOSED", "NONE")) {
			keys.add("statements.day." + state);
		}
		add(keys, "statements.kind.", LineKind.values(), null);
		add(keys, "statements.direction.", Direction.values(), null);
		add(keys, "profiles.column.", ProfileColumn.values(), null);
		for (String field : List.of("dateFormat", "delimiter", "charset", "decimal", "grouping", "debitTerms",
				"creditTerms")) {
			keys.add("profiles." + field);
		}
		keys.addAll(List.of("statements.action.RELEASE_STATEMENT", "statements.action.WITHDRAW_STATEMENT",
				"ledger.content.TRIAL_BALANCE", "ledger.content.JOURNAL"));
		return keys;
	}

	private static Set<String> ofTheDesk() {
		Set<String> keys = new TreeSet<>();
		add(keys, "payouts.state.", PayoutStatus.values(), null);
		add(keys, "payouts.rail.", Rail.values(), null);
		add(keys, "payouts.source.", PayoutDetail.Source.values(), null);
		add(keys, "payout.stage.", Stage.values(), null);
		add(keys, "payout.hold.", HoldReason.values(), null);
		keys.add("payouts.fee");
		keys.add("payout.detail");
		add(keys, "wallet.type.", Movement.Type.values(), null);
		for (String state : List.of("CLAIMED", "PENDING", "IN_DOUBT", "SUCCEEDED", "FAILED", "NOT_SENT")) {
			keys.add("payout.attempt." + state);
		}
		for (String field : List.of("state", "rail", "min", "max", "from", "to", "source", "file", "beneficiary",
				"tag")) {
			keys.addAll(List.of("payouts." + field, "payouts.invalid." + field));
		}
		add(keys, "wallet.statements.state.", ExportStatus.values(), null);
		for (String part : List.of("holder", "account", "ifsc", "bank", "branch", "note")) {
			keys.add("wallet.funding.part." + part);
		}
		add(keys, "beneficiaries.status.", BeneficiaryStatus.values(), null);
		for (String prefix : List.of("beneficiaries.result.", "beneficiaries.trail.NAME_", "review.verification.")) {
			add(keys, prefix, VerificationResult.values(), null);
		}
		keys.add("beneficiaries.trail.NAME_REQUESTED");
		for (String field : List.of("name", "phoneNumber", "email", "accountNumber", "ifsc", "vpa")) {
			keys.addAll(List.of("beneficiaries.field." + field, "beneficiaries.invalid." + field));
		}
		keys.add("beneficiaries.invalid.anyPhoneNumber");
		for (String what : List.of("CREATED", "UPDATED", "ARCHIVED", "REACTIVATED", "VERIFICATION_VERIFIED",
				"VERIFICATION_CLOSE", "VERIFICATION_MISMATCH", "VERIFICATION_INVALID", "VERIFICATION_NOT_OFFERED")) {
			keys.add("beneficiaries.trail." + what);
		}
		add(keys, "bulk.mode.", ReleaseMode.values(), null);
		add(keys, "bulk.state.", BulkStatus.values(), null);
		add(keys, "bulk.row.", RowStatus.values(), null);
		keys.addAll(List.of("payouts.transaction", "payouts.reference", "payouts.utr", "payouts.id"));
		return keys;
	}

	/** Texts and spoken attributes that stand in a page instead of the bundle. */
	private static List<String> ownTexts(String page) {
		List<String> found = new ArrayList<>();
		for (Element element : Jsoup.parse(page).getAllElements()) {
			if (element.ownText().matches(".*\\p{L}.*")) {
				found.add(element.ownText());
			}
			SPOKEN_ATTRIBUTES.stream()
				.filter((name) -> element.attr(name).matches(".*\\p{L}.*"))
				.forEach((name) -> found.add(name + " " + element.attr(name)));
		}
		return found;
	}

	private static Set<String> inTemplates() {
		Set<String> keys = new TreeSet<>();
		for (Path template : files("resources/templates", ".html")) {
			Matcher matcher = Pattern.compile("#\\{([A-Za-z0-9._-]+)").matcher(read(template));
			while (matcher.find()) {
				keys.add(matcher.group(1));
			}
		}
		return keys;
	}

	private static List<Path> files(String folder, String ending) {
		try (Stream<Path> files = Files.walk(MAIN.resolve(folder))) {
			return files.filter((file) -> file.toString().endsWith(ending)).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Properties texts() {
		Properties texts = new Properties();
		for (Path bundle : files("resources/messages", ".properties")) {
			try {
				Properties own = new Properties();
				own.load(new StringReader(read(bundle)));
				own.forEach((key, text) -> assertThat(texts.put(key, text)).as("%s in two bundles", key).isNull());
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return texts;
	}

	private static String read(Path file) {
		return new String(bytes(file), StandardCharsets.UTF_8);
	}

	private static byte[] bytes(Path file) {
		try {
			return Files.readAllBytes(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
