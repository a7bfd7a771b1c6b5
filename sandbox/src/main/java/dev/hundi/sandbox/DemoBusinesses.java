package dev.hundi.sandbox;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.business.ApiKeys;
import dev.hundi.business.Businesses;
import dev.hundi.business.IssuedKey;
import dev.hundi.business.NewBusiness;
import dev.hundi.business.RegisteredBusiness;
import dev.hundi.business.Registration;
import dev.hundi.sandbox.bank.SandboxBank;
import dev.hundi.sandbox.http.StrictJson;
import dev.hundi.sandbox.server.StartFailedException;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.wallet.Wallets;
import dev.hundi.webhook.ActiveEndpoint;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;

/**
 * The businesses of a new sandbox. Their secrets are kept in a separate file, because the
 * platform shows a secret only once.
 */
public final class DemoBusinesses {

	private static final List<Demo> demos = List.of(
			new Demo("Asha Traders", 1_000_000_00L, true,
					new Registration("27AAKCA7421M1ZC", "12 MG Road, Mumbai, Maharashtra, 400001")),
			new Demo("Bharat Logistics", 5_000_000_00L, true,
					new Registration("29AAKCB5316L1ZB", "4 Residency Road, Bengaluru, Karnataka, 560025")),
			new Demo("Chandni Exports", 250_000_00L, true,
					new Registration("33AALFC2289Q1ZU", "27 Anna Salai, Chennai, Tamil Nadu, 600002")),
			new Demo("Dhruv Finserv", 100_000_00L, false,
					new Registration("07AABCD9642R1ZZ", "8 Janpath, New Delhi, Delhi, 110001")));

	private static final NodalAccount SANDBOX_BANK = new NodalAccount("Hundi Payouts Nodal Account", "SBOX0000001",
			"Sandbox Bank", "Mumbai Fort", "NODAL", List.of("IMPS", "NEFT", "RTGS", "UPI"));

	private final Platform platform;

	private final Path file;

	private final DemoPeople people;

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	public DemoBusinesses(Platform platform, Path directory) {
		this.platform = platform;
		this.file = directory.resolve("demo-businesses.json");
		this.people = new DemoPeople(platform, directory);
	}

	/** Whether an earlier start created the demo businesses. */
	boolean arePresent() {
		return kept().isPresent();
	}

	/** Returns the demo businesses, created if absent, with their webhook endpoints. */
	public List<DemoBusiness> seed() {
		openNodalAccount();
		List<DemoBusiness> businesses = new ArrayList<>(kept().orElseGet(this::create));
		if (businesses.stream().noneMatch((business) -> business.apiKey().isEmpty())) {
			businesses.add(new DemoOnboarding(this.platform, this.people).create());
			PrivateFile.write(this.file, businesses);
		}
		businesses.forEach(this::expectWebhooks);
		return List.copyOf(businesses);
	}

	/** Returns the staff, created if absent. */
	public List<DemoPerson> staff() {
		return this.people.staff();
	}

	/** Registers the nodal account of the sandbox bank. */
	void openNodalAccount() {
		if (!this.platform.bean(NodalAccounts.class).anyActive()) {
			this.platform.bean(NodalAccounts.class).activate(SANDBOX_BANK);
		}
		StatementAccounts accounts = this.platform.bean(StatementAccounts.class);
		if (accounts.find(SandboxBank.ACCOUNT_NUMBER).isEmpty()) {
			accounts.activate(SandboxBank.ACCOUNT_NUMBER, "sandbox");
		}
	}

	/** The port of the receiver may differ from that of the previous start. */
	private void expectWebhooks(DemoBusiness business) {
		if (business.webhookSecret().isEmpty()) {
			return;
		}
		URI hook = this.platform.receiver().hookUrl(business.businessCode());
		UUID id = business.businessId();
		WebhookEndpoints endpoints = this.platform.bean(WebhookEndpoints.class);
		List<ActiveEndpoint> earlier = endpoints.active(id)
			.stream()
			.filter((endpoint) -> hook.getPath().equals(endpoint.url().getPath()))
			.toList();
		if (earlier.stream().noneMatch((endpoint) -> endpoint.url().equals(hook))) {
			earlier.forEach((endpoint) -> endpoints.remove(id, endpoint.endpointId()));
			endpoints.register(id, hook, business.webhookSecret(),
					earlier.stream().map(ActiveEndpoint::events).findFirst().orElse(WebhookEvent.OF_SPECIFICATION));
		}
		this.platform.receiver().learnSecret(business.businessCode(), business.webhookSecret());
	}

	/**
	 * Creates a business with a wallet, an API key and a webhook endpoint at the
	 * receiver.
	 * @param balancePaise booked at the bank and in the wallet; 0 for none
	 */
	public DemoBusiness create(String name, long balancePaise, boolean apiAccess) {
		RegisteredBusiness business = this.platform.bean(Businesses.class)
			.register(new NewBusiness(name, apiAccess, BigDecimal.ZERO, 0));
		UUID id = business.businessId();
		String account = "HUNDI" + business.businessCode();
		this.platform.bean(Wallets.class).provision(id, account);
		IssuedKey key = this.platform.bean(ApiKeys.class).issue(id);
		String secret = WebhookEndpoints.newSecret();
		URI hook = this.platform.receiver().hookUrl(business.businessCode());
		this.platform.bean(WebhookEndpoints.class).register(id, hook, secret);
		this.platform.receiver().learnSecret(business.businessCode(), secret);
		if (balancePaise > 0) {
			fund(id, account, balancePaise);
		}
		List<DemoPerson> people = this.people.of(id, business.businessCode());
		DemoPerson owner = DemoPeople.owner(people);
		return new DemoBusiness(name, id, business.businessCode(), key.apiKey(), key.signingKey(), secret, owner.user(),
				owner.password(), people, apiAccess);
	}

	/** Books a credit at the bank and in the wallet under the same UTR. */
	private void fund(UUID businessId, String account, long amountPaise) {
		byte[] body = StrictJson.write(
				Map.of("virtualAccountNumber", account, "amountPaise", amountPaise, "remitterName", "Opening balance"));
		String utr;
		try {
			HttpResponse<byte[]> booked = this.http
				.send(HttpRequest.newBuilder(this.platform.bankUrl().resolve("/credits"))
					.POST(HttpRequest.BodyPublishers.ofByteArray(body))
					.build(), HttpResponse.BodyHandlers.ofByteArray());
			if (booked.statusCode() != 200) {
				throw new StartFailedException("The bank rejected a credit: " + booked.statusCode());
			}
			utr = String.valueOf(StrictJson.read(booked.body(), Map.class).get("utr"));
		}
		catch (IOException ex) {
			throw new StartFailedException("The bank does not answer", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StartFailedException("Interrupted", ex);
		}
		this.platform.bean(TopUpWallet.class).topUp(businessId, amountPaise, utr, "Opening balance");
	}

	private List<DemoBusiness> create() {
		List<DemoBusiness> businesses = new ArrayList<>();
		for (Demo demo : demos) {
			DemoBusiness business = create(demo.name(), demo.balancePaise(), demo.apiAccess());
			this.platform.bean(Businesses.class).registration(business.businessId(), demo.registration());
			businesses.add(business);
		}
		PrivateFile.write(this.file, businesses);
		return List.copyOf(businesses);
	}

	private Optional<List<DemoBusiness>> kept() {
		if (Files.notExists(this.file)) {
			return Optional.empty();
		}
		List<DemoBusiness> businesses = List.of(PrivateFile.read(this.file, DemoBusiness[].class));
		Businesses stored = this.platform.bean(Businesses.class);
		boolean all = businesses.stream().allMatch((business) -> stored.byCode(business.businessCode()).isPresent());
		return all ? Optional.of(businesses) : Optional.empty();
	}

	private record Demo(String name, long balancePaise, boolean apiAccess, Registration registration) {
	}

}
