package dev.hundi.portal.testing;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.Acceptance;
import dev.hundi.payout.Charge;
import dev.hundi.payout.MakePayout;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.person.Role;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;

/** A business with money, payouts in every state, and a person of every role. */
public final class Desk {

	private final TestPortal portal;

	private final TestPortal.Copy copy;

	private final TestBusiness business;

	private final String name;

	private final Map<Role, Visitor> visitors = new EnumMap<>(Role.class);

	private int payments;

	public Desk(TestPortal portal, TestPortal.Copy copy, String name) {
		this.portal = portal;
		this.copy = copy;
		this.name = name;
		this.business = portal.merchant();
		portal.owner(TopUpWallet.class).topUp(this.business.id(), 1_000_000_00, utr(), "Money for " + name);
	}

	public TestBusiness business() {
		return this.business;
	}

	public UUID id() {
		return this.business.id();
	}

	/** Signed in with one role. */
	public Visitor as(Role role) {
		return this.visitors.computeIfAbsent(role, (one) -> Visitor.signedIn(this.copy.url(), member(one)));
	}

	/** A new person with one role. */
	public Member member(Role role) {
		return this.portal.person(
				"%s-%d@%s.example".formatted(role.name().toLowerCase(Locale.ROOT), this.payments++, this.name),
				this.business.id(), role);
	}

	/** A payout that the bank has paid. */
	public UUID paid(long amountPaise) {
		UUID payout = this.business.payout(amountPaise, 500, 90);
		PaymentOrder order = sent(payout);
		this.portal.owner(SettlePayout.class).succeeded(order.attempt(), BankReport.of(utr(), "BANK" + payout));
		return payout;
	}

	/** A payout that the bank has refused. */
	public UUID refused(long amountPaise) {
		UUID payout = this.business.payout("N", amountPaise, 500, 90);
		PaymentOrder order = sent(payout);
		this.portal.owner(SettlePayout.class)
			.failed(order.attempt(), ResponseCode.BENEFICIARY_ACCOUNT_INVALID, "No such account", BankReport.NONE);
		return payout;
	}

	/** A payout that a maker made in the portal with options. */
	public UUID made(long amountPaise, PayoutOptions options) {
		MakePayout.Draft draft = new MakePayout.Draft(UUID.randomUUID(), this.business.beneficiary(), Rail.IMPS,
				amountPaise, new Charge(500, 90), null, options);
		UUID maker = member(Role.MAKER).id();
		Acceptance made = this.portal.transactions()
			.execute((status) -> this.portal.owner(MakePayout.class).make(this.business.id(), maker, draft));
		return ((Acceptance.Accepted) Objects.requireNonNull(made)).receipt().payoutId();
	}

	/** Debits a payout and sends it to the bank. */
	public PaymentOrder sent(UUID payout) {
		this.portal.owner(DebitWallets.class).debit(this.business.id(), List.of(payout));
		Collection<PayoutKey> keys = List.of(new PayoutKey(this.business.id(), payout));
		return Objects.requireNonNull(
				this.portal.owner(BankAttempts.class).claim(keys, "test-bank", Duration.ofMinutes(5)).getFirst());
	}

	private String utr() {
		return "HDFCR5%015d".formatted(System.nanoTime() % 1_000_000_000_000_000L);
	}

}
