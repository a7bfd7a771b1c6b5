package dev.hundi.portal.wallet;

import java.util.Optional;
import java.util.OptionalLong;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.money.Rupees;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.credential.QrPicture;
import dev.hundi.wallet.BankDetails;
import dev.hundi.wallet.LowBalanceLines;
import dev.hundi.wallet.MovementPage;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.WalletMovements;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.UriComponentsBuilder;

/** Balances, movements with their running balance, and how to add money. */
@MerchantOnly
@Controller
class WalletEndpoint {

	private static final int ROWS = 50;

	private final CurrentPerson current;

	private final Wallets wallets;

	private final WalletMovements movements;

	private final NodalAccounts nodalAccounts;

	private final ExpectBalance expect;

	private final LowBalanceLines lowBalance;

	WalletEndpoint(CurrentPerson current, Wallets wallets, WalletMovements movements, NodalAccounts nodalAccounts,
			ExpectBalance expect, LowBalanceLines lowBalance) {
		this.current = current;
		this.wallets = wallets;
		this.movements = movements;
		this.nodalAccounts = nodalAccounts;
		this.expect = expect;
		this.lowBalance = lowBalance;
	}

	@GetMapping("/wallet")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "") String from,
			@RequestParam(defaultValue = "") String to, @RequestParam(defaultValue = "0") long skip, Model model) {
		Optional<Days> days = Days.of(from, to);
		if (days.isEmpty()) {
			model.addAttribute("daysError", "wallet.days.invalid");
		}
		Window window = days.map(Days::window).orElse(Window.ALL);
		Page page = new Page(ROWS, Math.clamp(skip, 0, Page.MAX_OFFSET));
		String text = q.strip();
		boolean tooLong = SearchPhrase.isTooLong(text);
		MovementPage found = (text.isEmpty() || tooLong) ? this.movements.list(this.current.businessId(), window, page)
				: this.movements.search(this.current.businessId(), new SearchPhrase(text), window, page);
		WalletSnapshot wallet = this.wallets.snapshot(this.current.businessId()).orElseThrow();
		model.addAttribute("wallet", wallet);
		model.addAttribute("expected", this.expect.from(wallet.businessId(), wallet.spendablePaise()));
		OptionalLong line = this.lowBalance.of(this.current.businessId());
		model.addAttribute("lowBalance", line.isPresent() ? Rupees.format(line.getAsLong()) : "");
		model.addAttribute("lowBalancePaise", line.isPresent() ? line.getAsLong() : null);
		model.addAttribute("movements", found.rows());
		model.addAttribute("summary", found.summary());
		model.addAttribute("qError", tooLong ? "search.long" : null);
		model.addAttribute("q", q);
		model.addAttribute("from", from);
		model.addAttribute("to", to);
		String list = UriComponentsBuilder.fromPath("/wallet")
			.queryParam("q", "{q}")
			.queryParam("from", "{from}")
			.queryParam("to", "{to}")
			.queryParam("skip", "{skip}")
			.encode()
			.toUriString();
		if (tooLong) {
			return "wallet/wallet";
		}
		if (page.end() < found.summary().totalCount()) {
			model.addAttribute("older", UriComponentsBuilder.fromUriString(list).build(q, from, to, page.end()));
		}
		if (page.offset() > 0) {
			model.addAttribute("newer",
					UriComponentsBuilder.fromUriString(list).build(q, from, to, Math.max(0, page.offset() - ROWS)));
		}
		return "wallet/wallet";
	}

	@GetMapping("/wallet/funding")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String funding(Model model) {
		if (this.nodalAccounts.anyActive()) {
			this.nodalAccounts.ofBusiness(this.current.businessId()).ifPresent((details) -> {
				model.addAttribute("details", details);
				model.addAttribute("upi", details.supportedModes().contains("UPI"));
				model.addAttribute("picture", QrPicture.of(code(details)));
			});
		}
		return "wallet/funding";
	}

	/**
	 * An address of UPI that names the account, where the account takes UPI; otherwise
	 * the account as text.
	 */
	private static String code(BankDetails details) {
		return details.supportedModes().contains("UPI")
				? UriComponentsBuilder.fromUriString("upi://pay?pa={account}&pn={name}&cu=INR")
					.encode()
					.buildAndExpand("%s@%s.ifsc.npci".formatted(details.accountNumber(), details.ifsc()),
							details.accountHolderName())
					.toUriString()
				: "%s%n%s%n%s%n%s".formatted(details.accountHolderName(), details.accountNumber(), details.ifsc(),
						details.bankName());
	}

}
