package dev.hundi.portal.operation;

import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.payout.Rail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.wallet.NodalAccount;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Changes that wait for a second person. */
@StaffOnly
@Controller
class ChangeEndpoint {

	private final ProposedChanges changes;

	private final DecideChange decide;

	private final PreviewPrices previews;

	private final CurrentPerson current;

	ChangeEndpoint(ProposedChanges changes, DecideChange decide, PreviewPrices previews, CurrentPerson current) {
		this.changes = changes;
		this.decide = decide;
		this.previews = previews;
		this.current = current;
	}

	@GetMapping("/operation/changes")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(Model model) {
		model.addAttribute("changes", this.changes.open(ChangeKind.names()).stream().map(this::view).toList());
		model.addAttribute("me", this.current.get().personId());
		model.addAttribute("rails", Rail.values());
		return "operation/changes";
	}

	@PostMapping("/operation/changes/{id}/approve")
	String approve(@PathVariable UUID id, @RequestParam(defaultValue = "") String hash, RedirectAttributes next) {
		return answer(this.decide.approve(id, bytes(hash)), "change.approved", next);
	}

	@PostMapping("/operation/changes/{id}/reject")
	String reject(@PathVariable UUID id, @RequestParam(defaultValue = "") String hash,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		return answer(this.decide.reject(id, bytes(hash), reason), "change.rejected", next);
	}

	@PostMapping("/operation/changes/{id}/withdraw")
	String withdraw(@PathVariable UUID id, RedirectAttributes next) {
		return answer(this.decide.withdraw(id), "change.withdrawn", next);
	}

	private static String answer(Optional<String> problem, String notice, RedirectAttributes next) {
		problem.ifPresentOrElse((text) -> next.addFlashAttribute("problem", text),
				() -> next.addFlashAttribute("notice", notice));
		return "redirect:/operation/changes";
	}

	private static byte[] bytes(String hash) {
		try {
			return HexFormat.of().parseHex(hash);
		}
		catch (IllegalArgumentException ex) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "hash is not hexadecimal", ex);
		}
	}

	private View view(ProposedChange change) {
		return switch (ChangeKind.valueOf(change.approval().kind())) {
			case PRICES -> {
				ProposedPrices prices = DecideChange.read(change, ProposedPrices.class);
				yield new View(change, prices, this.previews.of(prices), null, null, null);
			}
			case LIMITS -> new View(change, null, null, DecideChange.read(change, ProposedLimits.class), null, null);
			case NODAL_ACCOUNT ->
				new View(change, null, null, null, DecideChange.read(change, NodalAccount.class), null);
			case BULK_TIERS -> new View(change, null, null, null, null, DecideChange.read(change, ProposedTiers.class));
		};
	}

	/**
	 * A proposal with its content read; one of the contents is not null.
	 *
	 * @param preview of prices
	 */
	record View(ProposedChange change, @Nullable ProposedPrices prices, PreviewPrices.@Nullable Preview preview,
			@Nullable ProposedLimits limits, @Nullable NodalAccount account, @Nullable ProposedTiers tiers) {
	}

}
