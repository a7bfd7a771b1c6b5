package dev.hundi.portal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.business.ApiKeys;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.WebhookDeliveries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** A developer's journey in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeveloperJourneyIntegrationTests {

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private TestBrowser browser;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@BeforeAll
	void start() {
		this.browser = TestBrowser.start();
		this.merchants = this.portal.start(Audience.MERCHANT);
	}

	@AfterAll
	void stop() {
		if (this.browser != null) {
			this.browser.close();
		}
		this.portal.close();
	}

	/** From the first key to a test event that a receiver has answered. */
	@Test
	void aDeveloperCreatesAKeyCopiesItAndSeesATestEventInTheLog() throws IOException {
		UUID own = this.portal.business();
		this.portal.owner(ApiKeys.class).issue(own);
		Member developer = this.portal.person("developer@browser.example", own, Role.DEVELOPER);
		HttpServer receiver = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		receiver.createContext("/hooks", (exchange) -> {
			exchange.getRequestBody().readAllBytes();
			exchange.sendResponseHeaders(200, 2);
			exchange.getResponseBody().write("ok".getBytes(StandardCharsets.UTF_8));
			exchange.close();
		});
		receiver.start();
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
			Page page = this.browser.page(context, this.merchants.url());
			TestBrowser.signIn(page, this.merchants.url(), developer);
			page.click("nav >> text=Developers");
			page.click("text=Create the key");
			String secret = page.textContent("#secret");
			TestBrowser.shot(page, "developers-secret");
			// The script that the button needs is loaded after it.
			page.waitForLoadState();
			page.click("button[data-copy=secret]");
			page.waitForSelector("#copied:not([hidden])");
			assertThat(page.evaluate("navigator.clipboard.readText()")).isEqualTo(secret);
			page.click("text=I have stored it");
			page.waitForLoadState();
			assertThat(page.content()).doesNotContain(secret);
			assertThat(page.locator("#key-table tbody tr").count()).isEqualTo(2);
			page.click("text=IP rules");
			page.fill("#network", "203.0.113.7");
			page.click("text=Add the rule");
			page.waitForSelector("#warning");
			TestBrowser.shot(page, "developers-warning");
			page.click("text=Do it anyway");
			page.click("nav >> text=Requests");
			TestBrowser.shot(page, "developers-requests");
			addTwoAddresses(page, "http://localhost:" + receiver.getAddress().getPort());
			page.click("text=Send a test event");
			page.waitForSelector("#delivery-state");
			deliver(own);
			page.reload();
			assertThat(page.textContent("#delivery-state").strip()).isEqualTo("Delivered");
			assertThat(page.textContent("#attempt-table")).contains("200", "ok");
			String delivery = page.url().substring(this.merchants.url().toString().length());
			lookAt(page, delivery);
		}
		finally {
			receiver.stop(0);
		}
		assertThat(this.browser.problems()).isEmpty();
	}

	/** Each with its own secret and events. */
	private static void addTwoAddresses(Page page, String receiver) {
		page.click("nav >> text=Webhooks");
		page.fill("#url", receiver + "/hooks");
		page.check("#on-new-LowBalance");
		page.click("text=Add the endpoint");
		page.click("text=I have stored it");
		page.fill("#url", receiver + "/second");
		page.uncheck("#on-new-Initiated");
		page.click("text=Add the endpoint");
		page.click("text=I have stored it");
		assertThat(page.isChecked("#on-1-LowBalance")).isTrue();
		assertThat(page.isChecked("#on-2-Initiated")).isFalse();
		page.check("#on-2-BankDown");
		page.click("form.subscriptions >> nth=1 >> button");
		assertThat(page.isChecked("#on-2-BankDown")).isTrue();
	}

	private void lookAt(Page page, String delivery) {
		Map<String, String> pages = Map.of("/developers", "keys", "/developers/ip-rules", "ip-rules",
				"/developers/requests", "requests", "/developers/webhooks", "webhooks", "/developers/deliveries",
				"deliveries", delivery, "delivery");
		pages.forEach((path, name) -> {
			page.navigate(this.merchants.url() + path);
			TestBrowser.inspect(page, "developers-" + name, 390, 1280);
		});
	}

	/** Attempts the due deliveries over HTTP, as the process that sends webhooks does. */
	private void deliver(UUID business) {
		WebhookDeliveries deliveries = this.portal.owner(WebhookDeliveries.class);
		List<ClaimedDelivery> claimed = deliveries.claim(1, 1, Map.of(), Duration.ofMinutes(1));
		assertThat(claimed).as(business.toString()).hasSize(1);
		try (HttpClient http = HttpClient.newHttpClient()) {
			for (ClaimedDelivery delivery : claimed) {
				Instant begin = Instant.now();
				HttpResponse<byte[]> answer = http.send(HttpRequest.newBuilder(URI.create(delivery.url()))
					.POST(HttpRequest.BodyPublishers.ofByteArray(delivery.body()))
					.build(), HttpResponse.BodyHandlers.ofByteArray());
				deliveries.record(List.of(new RecordedAttempt(delivery.deliveryId(), delivery.claimId(), begin,
						Duration.between(begin, Instant.now()),
						new RecordedAttempt.Answer(answer.statusCode(), answer.body()), null,
						new RecordedAttempt.Next.Delivered())));
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
