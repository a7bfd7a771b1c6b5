package dev.hundi.portal.web;

import dev.hundi.money.Rupees;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Amounts as pages show them: {@code rupees.text(paise)}. */
@ControllerAdvice
class RupeeText {

	@ModelAttribute("rupees")
	RupeeText rupees() {
		return this;
	}

	/** Paise as rupees, such as {@code ₹1,50,000.00}. */
	public String text(@Nullable Long paise) {
		return (paise != null) ? "₹" + Rupees.formatGrouped(paise) : "";
	}

}
