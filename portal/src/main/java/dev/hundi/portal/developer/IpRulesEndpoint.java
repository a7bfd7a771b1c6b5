package dev.hundi.portal.developer;

import dev.hundi.portal.session.MerchantOnly;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of the addresses from which the business may call the API. */
@MerchantOnly
@Controller
class IpRulesEndpoint {

	private final ChangeIpRules change;

	IpRulesEndpoint(ChangeIpRules change) {
		this.change = change;
	}

	@GetMapping("/developers/ip-rules")
	String page(HttpServletRequest request, Model model) {
		return show(request, model);
	}

	@PostMapping("/developers/ip-rules")
	String add(@RequestParam(defaultValue = "") String network, @RequestParam(defaultValue = "false") boolean anyway,
			HttpServletRequest request, Model model, RedirectAttributes flash) {
		model.addAttribute("network", network.strip());
		return answer(this.change.add(network.strip(), anyway), "/developers/ip-rules", request, model, flash);
	}

	@PostMapping("/developers/ip-rules/remove")
	String remove(@RequestParam(defaultValue = "") String network, @RequestParam(defaultValue = "false") boolean anyway,
			HttpServletRequest request, Model model, RedirectAttributes flash) {
		model.addAttribute("warnedNetwork", network);
		return answer(this.change.remove(network, anyway), "/developers/ip-rules/remove", request, model, flash);
	}

	private String answer(Outcome outcome, String action, HttpServletRequest request, Model model,
			RedirectAttributes flash) {
		switch (outcome) {
			case Outcome.Done() -> flash.addFlashAttribute("notice", "developers.ip.changed");
			case Outcome.Asked() -> flash.addFlashAttribute("notice", "developers.requests.asked");
			case Outcome.Refused(String text) -> {
				model.addAttribute("networkError", text);
				return show(request, model);
			}
			case Outcome.Warned(String text) -> {
				model.addAttribute("warning", text);
				model.addAttribute("warnedAction", action);
				return show(request, model);
			}
			case Outcome.Gone(String network) -> {
				flash.addFlashAttribute("problem", "developers.ip.gone");
				flash.addFlashAttribute("problemOf", network);
			}
			case Outcome.Unknown() -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
			case Outcome.Repeated() -> flash.addFlashAttribute("problem", "developers.repeated");
			case Outcome.Secret secret -> throw new IllegalStateException("IP rules know no secret: " + secret);
		}
		return "redirect:/developers/ip-rules";
	}

	private String show(HttpServletRequest request, Model model) {
		model.addAttribute("networks", this.change.list());
		model.addAttribute("own", request.getRemoteAddr());
		return "developer/ip-rules";
	}

}
