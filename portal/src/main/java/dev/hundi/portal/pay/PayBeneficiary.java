package dev.hundi.portal.pay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.audit.AuditTrail;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Created;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Duplicate;
import dev.hundi.business.BusinessRelations;
import dev.hundi.business.PayoutTerms;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.list.Page;
import dev.hundi.list.Window;
import dev.hundi.money.Rupees;
import dev.hundi.money.RupeesInWords;
import dev.hundi.payout.Acceptance;
import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.payout.MakePayout;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutFigures;
import dev.hundi.payout.PayoutReceipt;
import dev.hundi.payout.Payouts;
import dev.hundi.payout.Rail;
import dev.hundi.portal.pay.PayForm.Payee;
import dev.hundi.portal.pay.PayForm.Texts;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What a maker does on the page. */
@MerchantOnly
@Component
class PayBeneficiary {

	private final CurrentPerson current;

	private final Beneficiaries beneficiaries;

	private final ReadPayoutTerms terms;

	private final Wallets wallets;

	private final BusinessRelations relations;

	private final Payouts payouts;

	private final PayoutFigures figures;

	private final MakePayout make;

	private final AuditTrail audit;

	PayBeneficiary(CurrentPerson current, Beneficiaries beneficiaries, ReadPayoutTerms terms, Wallets wallets,
			BusinessRelations relations, Payouts payouts, PayoutFigures figures, MakePayout make, AuditTrail audit) {
		this.current = current;
		this.beneficiaries = beneficiaries;
		this.terms = terms;
		this.wallets = wallets;
		this.relations = relations;
		this.payouts = payouts;
		this.figures = figures;
		this.make = make;
		this.audit = audit;
	}

	/** The newest active beneficiaries, and the chosen one. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('MAKER')")
	public List<Beneficiary> beneficiaries(PayForm form) {
		List<Beneficiary> newest = this.beneficiaries
			.list(this.current.businessId(), Window.ALL, BeneficiaryStatus.ACTIVE, null, new Page(Page.MAX_LIMIT, 0))
			.beneficiaries();
		Optional<Beneficiary> older = form.beneficiaryId()
			.filter((id) -> newest.stream().noneMatch((one) -> one.beneficiaryId().equals(id)))
			.flatMap((id) -> this.beneficiaries.find(this.current.businessId(), id))
			.filter((one) -> one.status() == BeneficiaryStatus.ACTIVE);
		return Stream.concat(newest.stream(), older.stream()).toList();
	}

	/** The beneficiary that a form names, also an archived one. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('MAKER')")
	public Optional<Beneficiary> beneficiary(PayForm form) {
		return form.beneficiaryId().flatMap((id) -> this.beneficiaries.find(this.current.businessId(), id));
	}

	/** The rails whose payouts wait because the staff has switched them off. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('MAKER')")
	public List<PayoutFigures.Downtime> downtimes() {
		return this.figures.downtimes();
	}

	/** The form of a payout that is paid again; empty for an unknown one. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('MAKER')")
	public Optional<PayForm> again(UUID payoutId) {
		return this.payouts.detail(this.current.businessId(), payoutId)
			.map((payout) -> new PayForm(payout.beneficiary().beneficiaryId().toString(), new Payee("", "", "", "", ""),
					Rupees.format(payout.amountPaise()), payout.rail().code(), "", false, texts(payout)));
	}

	private static Texts texts(PayoutDetail payout) {
		return new Texts("", Objects.requireNonNullElse(payout.options().narration(), ""),
				Objects.requireNonNullElse(payout.options().purpose(), ""));
	}

	/** Checks a form without problems of its own against the business. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('MAKER')")
	public PayOutcome review(PayForm form) {
		if (this.relations.hasEnded(this.current.businessId())) {
			return new PayOutcome.Refused("beneficiary", "relation.ended");
		}
		Optional<Beneficiary> known = known(form);
		if (!form.beneficiary().isEmpty() && known.isEmpty()) {
			return new PayOutcome.Refused("beneficiary", "pay.problem.beneficiary");
		}
		if (known.isPresent() && known.get().status() != BeneficiaryStatus.ACTIVE) {
			return new PayOutcome.Archived(known.get());
		}
		boolean paysToVpa = known.map((one) -> one.vpa() != null).orElse(!form.payee().vpa().isEmpty());
		long paise = form.amountPaise().orElseThrow();
		PayoutTerms own = this.terms.of(this.current.businessId());
		Optional<Rail> rail = Rail.ofCode(form.rail())
			.or(() -> RailChoice.suggest(paysToVpa, paise, form.time().isPresent(), own));
		if (rail.isEmpty() || !RailChoice.fits(rail.get(), paise, own)) {
			return new PayOutcome.Refused("amount", "pay.problem.limits");
		}
		if (rail.get().paysToVpa() != paysToVpa) {
			return new PayOutcome.Refused("rail", "pay.problem.target");
		}
		Optional<WalletSnapshot> wallet = this.wallets.snapshot(this.current.businessId())
			.filter(WalletSnapshot::walletProvisioned);
		if (wallet.isEmpty()) {
			return new PayOutcome.Refused("amount", "pay.problem.wallet");
		}
		var charge = own.commissionPlan().charge(rail.get(), paise);
		long totalPaise = paise + charge.commissionPaise() + charge.gstPaise();
		List<String> alike = known
			.map((one) -> this.make.alike(this.current.businessId(), one.beneficiaryId(), paise, Duration.ofDays(1)))
			.orElse(List.of());
		String registered = known.map(Beneficiary::name).filter((name) -> isRenamed(form, name)).orElse(null);
		return new PayOutcome.Reviewed(new Review(this.current.businessId(),
				known.map(Beneficiary::beneficiaryId).orElse(null), payee(form, known), registered, paise,
				RupeesInWords.of(paise), rail.get(), form.rail().isEmpty(), charge, form.time().orElse(null),
				totalPaise > wallet.get().spendablePaise(), alike));
	}

	/** The chosen beneficiary, or the one that has the target of the form. */
	private Optional<Beneficiary> known(PayForm form) {
		return form.beneficiary().isEmpty()
				? this.beneficiaries.ofTarget(this.current.businessId(), form.payee().toRegister())
				: form.beneficiaryId().flatMap((id) -> this.beneficiaries.find(this.current.businessId(), id));
	}

	private static boolean isRenamed(PayForm form, String name) {
		return form.beneficiary().isEmpty() && !form.payee().name().equalsIgnoreCase(name);
	}

	private static Review.PaidTo payee(PayForm form, Optional<Beneficiary> known) {
		Payee payee = form.payee();
		return known
			.map((one) -> new Review.PaidTo(one.name(),
					(one.vpa() != null) ? one.vpa() : one.accountNumber() + " · " + one.ifsc()))
			.orElseGet(() -> new Review.PaidTo(payee.name(),
					payee.vpa().isEmpty() ? payee.account() + " · " + payee.ifsc() : payee.vpa()));
	}

	/** The payout that an earlier submission of a form has made. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('MAKER')")
	public Optional<UUID> made(UUID formId) {
		return this.make.made(this.current.businessId(), formId).map(PayoutReceipt::payoutId);
	}

	/**
	 * Registers a new beneficiary and makes the payout, both or neither.
	 * @param seen digest of the review that the person confirmed
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('MAKER')")
	public PayOutcome pay(PayForm form, UUID formId, String seen) {
		Optional<UUID> known = known(form).map(Beneficiary::beneficiaryId);
		// The target that is paid must be the one that is compared.
		known.ifPresent((id) -> this.beneficiaries.lock(this.current.businessId(), id));
		PayOutcome outcome = review(form);
		if (!(outcome instanceof PayOutcome.Reviewed(var review))) {
			return outcome;
		}
		boolean same = review.digest().equals(seen) && Objects.equals(review.beneficiaryId(), known.orElse(null));
		Optional<UUID> payee = same ? known.or(() -> register(form)) : Optional.empty();
		// What changed meanwhile may be that another submission of this form has ended.
		return payee.isPresent() ? make(form, formId, payee.get(), review)
				: made(formId).<PayOutcome>map(PayOutcome.Made::new).orElseGet(PayOutcome.Changed::new);
	}

	private PayOutcome make(PayForm form, UUID formId, UUID beneficiaryId, Review review) {
		return switch (this.make.make(this.current.businessId(), this.current.get().personId(),
				new MakePayout.Draft(formId, beneficiaryId, review.rail(), review.amountPaise(), review.charge(),
						form.reference(), form.options()))) {
			case Accepted(var receipt) -> {
				this.audit.record(this.current.businessId(), this.current.actor(), "PAYOUT_MADE",
						receipt.transactionId(), Map.of(),
						Map.of("amount", Rupees.format(review.amountPaise()), "rail", review.rail().name()));
				yield new PayOutcome.Made(receipt.payoutId());
			}
			case Replayed(var receipt) -> new PayOutcome.Made(receipt.payoutId());
			case Acceptance.NonceUsed() -> new PayOutcome.Refused("beneficiary", "pay.problem.repeated");
			case Acceptance.Refused(var reason) -> new PayOutcome.Refused("beneficiary", "pay.problem.beneficiary");
		};
	}

	/** Empty if another act has registered the target since the review. */
	private Optional<UUID> register(PayForm form) {
		return switch (this.beneficiaries.create(this.current.businessId(), form.payee().toRegister())) {
			case Created(var id, var code) -> {
				this.audit.record(this.current.businessId(), this.current.actor(), "BENEFICIARY_CREATED", code,
						Map.of(), Map.of());
				yield Optional.of(id);
			}
			case Duplicate _ -> Optional.empty();
		};
	}

}
