package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.OnboardingPages;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.wallet.TopUpWallet;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Businesses of every type come from an invitation to an approval in a real browser, and
 * one of them to its first live payout, with letters, pages and the API. Only the top-up
 * is booked by the test itself. It has windows of the staff, and of the owner who came
 * last.
 */
final class NewcomerJourney {

	private static final String PASSWORD = "nila river crossing 7";

	private static final LocatorAssertions.HasCountOptions PATIENTLY = new LocatorAssertions.HasCountOptions()
		.setTimeout(Duration.ofMinutes(2).toMillis());

	private static final Pattern LINK = Pattern.compile("https?://\\S+/invitation/\\S+");

	/** Counts clicks of a window across its pages. */
	private static final String COUNT_CLICKS = "addEventListener('click', (event) => { if (event.isTrusted) {"
			+ " sessionStorage.clicks = 1 + Number(sessionStorage.clicks || 0) } }, true)";

	private static final String TO_ACCEPT = "section:not(:has(.text-danger)) form[action$='/accept']";

	/** A redirect after a form is not followed. */
	private static final String SEND_FORMS = """
			async (selector) => {
			  for (const form of document.querySelectorAll(selector)) {
			    await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
			  }
			}
			""";

	private final TestBrowser browser;

	private final Platform platform;

	private final URI merchants;

	private final URI staff;

	private final StaffWindows windows;

	private final Page inviter;

	private final Page reviewer;

	private final Page approver;

	private final Page operator;

	@SuppressWarnings("NullAway.Init")
	private Page owner;

	private Instant invitedAt = Instant.EPOCH;

	private String businessPath = "";

	NewcomerJourney(TestBrowser browser, Platform platform, List<DemoPerson> staff) {
		this.browser = browser;
		this.platform = platform;
		this.merchants = platform.url(Part.PORTAL);
		this.staff = platform.url(Part.STAFF);
		this.windows = new StaffWindows(browser, this.staff, staff);
		this.inviter = this.windows.signedIn("ONBOARDING");
		this.reviewer = this.windows.signedIn("KYC_REVIEWER");
		this.approver = this.windows.signedIn("KYC_APPROVER");
		this.operator = this.windows.signedIn("OPERATOR");
	}

	/** From the invitations to the first payout of the last business. */
	void run() {
		for (BusinessType type : BusinessType.values()) {
			onboard(type);
		}
		pay();
	}

	/** Until the approval, with one refusal that the business answers. */
	private void onboard(BusinessType type) {
		this.windows.confirmAll();
		String name = "Newcomer " + type.name();
		String email = type.name().toLowerCase(Locale.ROOT) + "@newcomer.example";
		this.inviter.navigate(this.staff + "/review");
		this.inviter.fill("#invite-form #name", name);
		this.inviter.fill("#invite-form #email", email);
		this.inviter.click("#invite-form button");
		this.inviter.waitForSelector("#notice");
		this.invitedAt = Instant.now();
		BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280);
		context.credentials().install();
		context.addInitScript(COUNT_CLICKS);
		this.owner = this.browser.page(context, this.merchants);
		join(this.owner, email, "Nila " + type);
		this.owner.fill("#passkey-label", "Laptop");
		// The script that the button needs is loaded after it.
		this.owner.waitForLoadState();
		this.owner.click("button[data-passkey=add]");
		this.owner.waitForSelector("#passkey-table");
		this.owner.click("nav >> text=Onboarding");
		OnboardingPages pages = new OnboardingPages(this.owner, type);
		pages.fillBusiness();
		pages.save();
		pages.giveFields();
		pages.givePrincipal();
		pages.openDocuments();
		pages.giveDocuments();
		this.owner.click("nav >> text=Onboarding");
		submit();
		review(type, name, pages);
	}

	private void review(BusinessType type, String name, OnboardingPages pages) {
		this.windows.confirmAll();
		this.reviewer.navigate(this.staff + "/review");
		this.reviewer.click("#queue a:has-text('" + name + "')");
		this.businessPath = URI.create(this.reviewer.url()).getPath().replace("/review/", "/operation/businesses/");
		Locator description = this.reviewer.locator("#DESCRIPTION");
		description.locator("summary").click();
		description.locator("select")
			.selectOption(Objects.requireNonNull(description.locator("option").nth(1).getAttribute("value")));
		description.locator("textarea").fill("Say who your customers are.");
		description.locator("details button").click();
		// Otherwise the first acceptance could replace the refusal before it is sent.
		description.locator(".text-danger").waitFor();
		acceptAll(type);
		this.reviewer.click("#return-form button");
		await().until(() -> {
			this.owner.navigate(this.merchants + "/onboarding");
			return this.owner.locator("#refused-list").count() == 1;
		});
		assertThat(this.owner.textContent("#refused-list")).contains("Say who your customers are.");
		this.owner.click("#refused-list a");
		this.owner.fill("#DESCRIPTION", "We weave cotton sarees in Varanasi for 40 shops in Delhi and Mumbai, "
				+ "and we pay our weavers and dyers every week through Hundi.");
		pages.save();
		submit();
		this.reviewer.reload();
		acceptAll(type);
		String address = this.reviewer.url();
		this.reviewer.click("#propose-form button");
		await().until(() -> {
			this.approver.navigate(address);
			return this.approver.locator("#approve-form button").count() == 1;
		});
		this.approver.click("#approve-form button");
		assertThat(this.approver.textContent("#case-state")).isEqualTo("Approved");
	}

	private void submit() {
		this.owner.click("text=Submit for review");
		assertThat(this.owner.textContent("#case-state")).isEqualTo("In review");
	}

	/**
	 * Accepts all but what is refused: of the first business with a click each, of the
	 * others with the same forms sent together, because each click loads the page again.
	 */
	private void acceptAll(BusinessType type) {
		if (type != BusinessType.values()[0]) {
			this.reviewer.waitForLoadState();
			this.reviewer.evaluate(SEND_FORMS, TO_ACCEPT);
			this.reviewer.reload();
			return;
		}
		Locator accept = this.reviewer.locator(TO_ACCEPT + " button");
		// A page that is still being read has fewer buttons.
		this.reviewer.waitForLoadState();
		for (int left = accept.count(); left > 0; left--) {
			accept.first().click();
			this.reviewer.waitForLoadState();
			PlaywrightAssertions.assertThat(accept).hasCount(left - 1, PATIENTLY);
		}
	}

	/** From the approval to a webhook that the owner sees in the log. */
	private void pay() {
		this.windows.confirmAll();
		this.operator.navigate(this.staff + this.businessPath);
		this.operator.fill("#access-reason", "Contract signed");
		this.operator.click("#access-form button");
		assertThat(this.operator.textContent("#access-state")).isEqualTo("Enabled");
		DemoBusiness business = key();
		webhook(business);
		this.platform.bean(TopUpWallet.class).topUp(business.businessId(), 1_000_00, "NEWCOMER0000001", "First top-up");
		Merchant merchant = Merchant.of(this.platform, business);
		UUID payout = merchant.pay(Merchant.SUCCESS, "100.00");
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
		merchant.assertNotified(payout, "Initiated", "Successful");
		await().until(() -> {
			this.owner.navigate(this.merchants + "/developers/deliveries");
			return this.owner.locator("#delivery-table tr:has-text('Delivered')").count() == 2;
		});
		TestBrowser.shot(this.owner, "newcomer-deliveries");
		write("From the letter to the first successful payout: %s clicks of the owner, %d s%n".formatted(
				this.owner.evaluate("sessionStorage.clicks"),
				Duration.between(this.invitedAt, Instant.now()).toSeconds()));
	}

	private static void write(String line) {
		try {
			Files.writeString(Path.of("target/newcomer.txt"), line);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The first key needs a second person, whom the owner invites. */
	private DemoBusiness key() {
		this.owner.click("nav >> text=Team");
		this.owner.fill("#email", "colleague@newcomer.example");
		this.owner.check("form[action$='/invitations'] input[value=CHECKER]");
		this.owner.click("form[action$='/invitations'] button");
		this.owner.click("nav >> text=Developers");
		this.owner.click("text=Request the key");
		Page colleague = this.browser.page(this.browser.context(ColorScheme.LIGHT, 1280), this.merchants);
		join(colleague, "colleague@newcomer.example", "Kavi Checker");
		colleague.navigate(this.merchants + "/developers/requests");
		colleague.click("form[action$='/approve'] button");
		colleague.waitForSelector("#notice");
		this.owner.navigate(this.merchants + "/developers/requests");
		this.owner.click("text=Create the key now");
		String key = this.owner.textContent("#key-id");
		String secret = this.owner.textContent("#secret");
		this.owner.click("text=I have stored it");
		return JdbcClient.create(this.platform.dataSource())
			.sql("SELECT business_id, business_code FROM business JOIN api_key USING (business_id) WHERE api_key = :key")
			.param("key", key)
			.query((row, number) -> new DemoBusiness("Newcomer", row.getObject("business_id", UUID.class),
					row.getString("business_code"), key, secret, "", "", "", List.of(), true))
			.single();
	}

	private void webhook(DemoBusiness business) {
		this.owner.click("nav >> text=Webhooks");
		this.owner.fill("#url", this.platform.receiver().hookUrl(business.businessCode()).toString());
		this.owner.click("#webhook-form button");
		this.platform.receiver().learnSecret(business.businessCode(), this.owner.textContent("#secret"));
		this.owner.click("text=I have stored it");
	}

	/** From the letter to the page of the new person. */
	private void join(Page page, String email, String name) {
		page.navigate(await().until(() -> link(email), (link) -> !link.isEmpty()));
		page.fill("#name", name);
		page.fill("#password", PASSWORD);
		page.click("main button:has-text('Continue')");
		page.fill("#code", Member.code(Member.base32(page.textContent("#secret"))));
		page.click("main button:has-text('Confirm')");
		page.waitForSelector("#recovery-codes");
		page.click("text=I have stored them");
	}

	/** The link of the newest letter, or an empty text. */
	private String link(String email) {
		try (var http = HttpClient.newHttpClient()) {
			String letters = http
				.send(HttpRequest.newBuilder(this.platform.receiverUrl().resolve("/mail?to=" + email)).build(),
						HttpResponse.BodyHandlers.ofString())
				.body();
			Matcher link = LINK.matcher(JsonMapper.shared().readTree(letters).path(0).path("text").asString(""));
			return link.find() ? link.group() : "";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
