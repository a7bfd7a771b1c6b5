package dev.hundi.sandbox;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.testing.ManyMovements;
import dev.hundi.time.India;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Monthly statements as a merchant finds and downloads them, on the platform of
 * {@link BatchProcessIntegrationTests}, which runs this test.
 */
abstract class MonthlyStatementsIntegrationTests {

	private static final int MOVEMENTS = 20;

	private final SharedPlatform shared;

	MonthlyStatementsIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	@Test
	void walletOfTwoMonthsHasAStatementForEachPastMonth() throws Exception {
		Instant now = Instant.now();
		// For batch-jobs it is the middle of last month, which does not end meanwhile.
		ZonedDateTime middle = now.atZone(India.ZONE).minusMonths(1).withDayOfMonth(15);
		ZonedDateTime opened = middle.minusMonths(2);
		DemoBusiness business = this.shared.business(0);
		ManyMovements.create(this.shared.platform().dataSource(), business.businessId(), MOVEMENTS, opened.toInstant());
		MerchantClient merchant = new MerchantClient(this.shared.platform().apiUrl(), business.apiKey(),
				business.signingKey());
		this.shared.start(Application.BATCH, Application.Mode.IN_PROCESS, "hundi.export.statements-interval=1s",
				"hundi.export.statement-delay=" + Duration.between(middle.toInstant(), now).toSeconds() + "s");

		List<JsonNode> statements = await().atMost(Duration.ofMinutes(2))
			.until(() -> done(merchant), (done) -> done.size() == 4);

		YearMonth first = YearMonth.from(opened);
		for (JsonNode statement : statements) {
			String name = statement.path("fileName").asString();
			boolean ofFirstMonth = name.contains("-" + days(first) + ".");
			int rows = ofFirstMonth ? MOVEMENTS : 0;
			assertThat(name).containsAnyOf("-" + days(first) + ".", "-" + days(first.plusMonths(1)) + ".");
			assertThat(statement.path("rowCount").asInt()).isEqualTo(rows);
			String file = download(merchant, statement.path("exportId").asString());
			if (name.endsWith(".csv")) {
				assertThat(file.lines()).hasSize(1 + rows).first().asString().startsWith("\ufeffNo.,Time,Type,");
			}
			else {
				assertThat(file).startsWith("%PDF-1.7");
			}
		}
	}

	private static List<JsonNode> done(MerchantClient merchant) {
		List<JsonNode> done = new ArrayList<>();
		for (JsonNode export : merchant.get("/v1/wallet/exports").expect(200).data()) {
			if (export.path("status").asString().equals("DONE")) {
				done.add(export);
			}
		}
		return done;
	}

	private static String download(MerchantClient merchant, String exportId) throws IOException, InterruptedException {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpResponse<String> answer = http.send(
					merchant.signed("GET", "/v1/wallet/exports/" + exportId + "/file", "", Map.of()),
					HttpResponse.BodyHandlers.ofString());
			assertThat(answer.statusCode()).isEqualTo(200);
			return answer.body();
		}
	}

	private static String days(YearMonth month) {
		DateTimeFormatter day = DateTimeFormatter.BASIC_ISO_DATE;
		return day.format(month.atDay(1)) + "-" + day.format(month.atEndOfMonth());
	}

}
