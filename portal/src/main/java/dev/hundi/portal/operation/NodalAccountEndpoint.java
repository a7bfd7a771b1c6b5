package dev.hundi.portal.operation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The accounts that hold the money of all wallets. A new one takes the place of the
 * active one. One with the number of a known account replaces its details.
 */
@StaffOnly
@Controller
class NodalAccountEndpoint {

	private static final List<String> MODES = List.of("IMPS", "NEFT", "RTGS", "UPI");

	private final NodalAccounts accounts;

	private final StatementProfiles profiles;

	private final ProposeChange propose;

	NodalAccountEndpoint(NodalAccounts accounts, StatementProfiles profiles, ProposeChange propose) {
		this.accounts = accounts;
		this.profiles = profiles;
		this.propose = propose;
	}

	@GetMapping("/operation/nodal-accounts")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(Model model) {
		return show(new Form(null, null, null, null, null, null, null, null, null), model);
	}

	@PostMapping("/operation/nodal-accounts")
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public String propose(@ModelAttribute Form form, Model model, RedirectAttributes next) {
		Map<String, String> problems = PriceForm.problems();
		check(problems, "holder", text(form.holder()), 200, "nodal.text.invalid");
		check(problems, "bankName", text(form.bankName()), 100, "nodal.text.invalid");
		check(problems, "branchName", text(form.branchName()), 100, "nodal.text.invalid");
		check(problems, "type", text(form.type()), 40, "nodal.text.invalid");
		String ifsc = text(form.ifsc()).toUpperCase(Locale.ROOT);
		if (!BeneficiaryForms.STORED_IFSC.matcher(ifsc).matches()) {
			problems.put("ifsc", "nodal.ifsc.invalid");
		}
		String number = text(form.number()).replace(" ", "").toUpperCase(Locale.ROOT);
		if (!NodalAccount.isNumber(number)) {
			problems.put("number", "nodal.number.invalid");
		}
		String profile = text(form.profile());
		if (!profile.isEmpty() && !this.profiles.names().contains(profile)) {
			problems.put("profile", "nodal.profile.unknown");
		}
		List<String> modes = MODES.stream().filter(form.chosen()::contains).toList();
		if (modes.isEmpty()) {
			problems.put("modes", "nodal.modes.missing");
		}
		if (!Reason.isValid(text(form.reason()))) {
			problems.put("reason", Reason.INVALID);
		}
		if (!problems.isEmpty()) {
			model.addAttribute("problems", problems);
			return show(form, model);
		}
		this.propose.nodalAccount(new NodalAccount(text(form.holder()), ifsc, text(form.bankName()),
				text(form.branchName()), text(form.type()), modes, number, profile.isEmpty() ? null : profile),
				text(form.reason()));
		next.addFlashAttribute("notice", "change.proposed");
		return "redirect:/operation/changes";
	}

	private String show(Form form, Model model) {
		model.addAttribute("accounts", this.accounts.list());
		model.addAttribute("form", form);
		model.addAttribute("modes", MODES);
		model.addAttribute("profiles", this.profiles.names());
		return "operation/nodal-accounts";
	}

	private static void check(Map<String, String> problems, String field, String value, int most, String problem) {
		if (value.isEmpty() || value.length() > most) {
			problems.put(field, problem);
		}
	}

	private static String text(@Nullable String value) {
		return Objects.requireNonNullElse(value, "").strip();
	}

	/** The form as typed. */
	record Form(@Nullable String holder, @Nullable String ifsc, @Nullable String bankName, @Nullable String branchName,
			@Nullable String type, @Nullable String number, @Nullable String profile, @Nullable Set<String> modes,
			@Nullable String reason) {

		/** The chosen modes. */
		public Set<String> chosen() {
			return (this.modes != null) ? this.modes : Set.of();
		}

	}

}
