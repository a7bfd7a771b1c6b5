package dev.hundi.api.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.bulk.UploadSettings;
import dev.hundi.api.http.HttpSettings;
import dev.hundi.api.limit.Rate;
import dev.hundi.api.limit.RateLimitSettings;
import dev.hundi.business.KeyScope;
import dev.hundi.money.Rupees;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.payout.ResponseCode;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/integrating.md} matches the code, and its excerpts are part of tested
 * samples.
 */
class IntegratingGuideTests {

	/** Relative to the directory of the module. */
	private static final Path DOCS = Path.of("..", "docs");

	private static final Path GUIDE = DOCS.resolve("integrating.md");

	@Test
	void generatedPartsMatchCode() throws IOException {
		String expected = generated(read(GUIDE));
		if (Boolean.getBoolean("write-openapi")) {
			Files.writeString(GUIDE, expected);
		}
		assertThat(read(GUIDE))
			.as("docs/integrating.md does not match the code. Update it: mvn package -pl api -am "
					+ "-Dtest=IntegratingGuideTests -Dsurefire.failIfNoSpecifiedTests=false -Dwrite-openapi=true")
			.isEqualTo(expected);
	}

	@Test
	void documentsCauseAndRemedyOfEveryErrorCodeOnce() {
		for (ErrorCode code : ErrorCode.values()) {
			String row = "| `%s` | %d | %s | %s |".formatted(code.code(), code.status(), code.cause(), code.remedy());
			assertThat(read(GUIDE).split(Pattern.quote(row), -1)).as(row).hasSize(2);
		}
	}

	@Test
	void listsEveryScopeOnce() {
		for (KeyScope scope : KeyScope.values()) {
			assertThat(read(GUIDE).split(Pattern.quote("| `" + scope.name() + "` | "), -1)).as(scope.name()).hasSize(2);
		}
	}

	@Test
	void showsOnlyCodeThatIsPartOfASample() throws IOException {
		List<String> samples;
		try (Stream<Path> files = Files.walk(DOCS.resolve("clients"))) {
			samples = files.filter(Files::isRegularFile).map(IntegratingGuideTests::read).toList();
		}
		List<String> excerpts = blocks("java", "js", "python", "bash");

		assertThat(excerpts).hasSizeGreaterThanOrEqualTo(8)
			.allSatisfy((excerpt) -> assertThat(samples).anyMatch((sample) -> sample.contains(excerpt)));
	}

	/** docs/api-decisions.md, "Sandbox bank: forced outcomes". */
	@Test
	void namesEveryTargetWithAForcedOutcome() {
		String decisions = read(DOCS.resolve("api-decisions.md"));
		String outcomes = decisions.substring(decisions.indexOf("## Sandbox bank"), decisions.indexOf("## Domain"));
		List<String> targets = Pattern.compile("[0-9]{11,}|[a-z]+@upi")
			.matcher(outcomes)
			.results()
			.map(MatchResult::group)
			.toList();

		assertThat(targets).hasSize(18);
		assertThat(read(GUIDE)).contains(targets);
	}

	@Test
	void theRemedyOfATimeoutNamesTheLimitsOfBodiesAndOfFiles() {
		Binder defaults = new Binder(new MapConfigurationPropertySource());
		HttpSettings bodies = defaults.bindOrCreate("hundi.http", HttpSettings.class);
		UploadSettings files = defaults.bindOrCreate("hundi.bulk", UploadSettings.class);
		String file = "within %d minutes, at %d KiB a second or more".formatted(files.uploadTimeout().toMinutes(),
				files.leastRate().toKilobytes());

		assertThat(ErrorCode.REQUEST_TIMEOUT.remedy())
			.contains("within %d seconds".formatted(bodies.readTimeout().toSeconds()), file);
		assertThat(read(GUIDE)).contains("must arrive " + file);
	}

	@Test
	void signsWithTheVectors() {
		JsonNode vectors = JsonMapper.shared().readTree(read(DOCS.resolve("clients").resolve("signatures.json")));
		List<String> known = vectors.path("requests")
			.valueStream()
			.flatMap((vector) -> Stream.of("body", "canonical", "signature")
				.map((field) -> vector.path(field).asString()))
			.toList();
		List<String> shown = blocks("text").stream().flatMap(String::lines).filter((line) -> !line.isBlank()).toList();

		assertThat(shown).hasSize(7);
		assertThat(known).containsAll(shown);
	}

	@Test
	void showsJsonOfTheDocument() {
		JsonNode document = JsonMapper.shared().readTree(read(DOCS.resolve("openapi.json")));
		List<JsonNode> shown = blocks("json").stream().map(JsonMapper.shared()::readTree).toList();

		assertThat(shown).hasSize(3);
		for (String webhook : List.of("payoutStatus", "bulkCompleted")) {
			assertThat(shown)
				.contains(document.at("/webhooks/" + webhook + "/post/requestBody/content/application~1json/example"));
		}
	}

	@Test
	void everyGeneratedPartIsShown() {
		assertThat(read(GUIDE)).contains("<!-- errors: ", "<!-- rails: ", "<!-- rates: ", "<!-- response-codes: ");
	}

	@Test
	void everyLinkHasATarget() {
		String guide = read(GUIDE);
		List<String> links = Pattern.compile("]\\(([^)]+)\\)")
			.matcher(guide)
			.results()
			.map((match) -> match.group(1))
			.toList();
		List<String> headings = guide.lines()
			.filter((line) -> line.startsWith("#"))
			.map((line) -> line.replaceFirst("#+ ", "#").toLowerCase(Locale.ROOT).replace(' ', '-'))
			.toList();

		assertThat(links).hasSizeGreaterThan(10).allSatisfy((link) -> {
			if (link.startsWith("#")) {
				assertThat(headings).contains(link);
			}
			else {
				assertThat(DOCS.resolve(link)).exists();
			}
		});
	}

	/** The guide with its generated parts replaced. */
	private static String generated(String guide) {
		Map<String, String> parts = Map.of("errors", errors(), "rails", rails(), "rates", rates(), "response-codes",
				responseCodes());
		return Pattern.compile("(?s)(<!-- ([a-z-]+): generated from the code -->\n).*?(<!-- end -->)")
			.matcher(guide)
			.replaceAll((match) -> Matcher.quoteReplacement(match.group(1) + part(parts, match) + match.group(3)));
	}

	private static String part(Map<String, String> parts, MatchResult match) {
		String part = parts.get(match.group(2));
		assertThat(part).as("the part %s", match.group(2)).isNotNull();
		return part;
	}

	private static String errors() {
		return table("| code | HTTP | cause | remedy |\n|---|---|---|---|",
				Arrays.stream(ErrorCode.values())
					.map((code) -> "| `%s` | %d | %s | %s |".formatted(code.code(), code.status(), code.cause(),
							code.remedy())));
	}

	private static String rails() {
		return table("| `transactionType` | rail | pays to | one payout, in rupees |\n|---|---|---|---|", Arrays
			.stream(Rail.values())
			.map((rail) -> "| `%s` | %s | %s | %s to %s |".formatted(rail.code(), rail.name(),
					rail.paysToVpa() ? "VPA" : "account with IFSC", Rupees.format(RailLimits.DEFAULT.minPaise(rail)),
					Rupees.format(RailLimits.DEFAULT.maxPaise(rail)))));
	}

	private static String rates() {
		RateLimitSettings limits = new Binder(new MapConfigurationPropertySource()).bindOrCreate("hundi.rate-limits",
				RateLimitSettings.class);
		return table("| kind of request | for a business, with all its keys |\n|---|---|", Stream.of(
				"| `POST /v1/payouts` | " + rate(limits.payouts()), "| other writes | " + rate(limits.writes()),
				"| reads | " + rate(limits.reads()),
				"| `GET /v1/wallet/transactions/export`, `…/file` of exports, and `…/result` and `…/failed-rows` of bulk "
						+ "files | " + rate(limits.exports()))
			.map((row) -> row + " |"));
	}

	private static String rate(Rate rate) {
		String period = Map
			.of(Duration.ofSeconds(1), "second", Duration.ofMinutes(1), "minute", Duration.ofHours(1), "hour")
			.get(rate.period());
		return rate.requests() + " a " + period;
	}

	private static String responseCodes() {
		return table("| `responseCode` | `responseMessage` |\n|---|---|", Arrays.stream(ResponseCode.values())
			.map((code) -> "| `%s` | %s |".formatted(code.name(), String.join("; or: ", code.messages()))));
	}

	private static String table(String head, Stream<String> rows) {
		return rows.collect(Collectors.joining("\n", head + "\n", "\n"));
	}

	/** The contents of fenced blocks of some languages. */
	private static List<String> blocks(String... languages) {
		return Pattern.compile("(?ms)^```(?:" + String.join("|", languages) + ")\n(.*?)^```$")
			.matcher(read(GUIDE))
			.results()
			.map((match) -> match.group(1))
			.toList();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
