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

	/** Paise as rupees, such as {@code ₹1,50,000.00} or {@code −₹25.00}. */
	public String text(@Nullable Long paise) {
		if (paise == null) {
			return "";
		}
		String rupees = Rupees.formatGrouped(paise);
		return (paise < 0) ? "−₹" + rupees.substring(1) : "₹" + rupees;
	}

	/** A number grouped as rupees are, such as {@code 1,50,000}. */
	public String count(long number) {
		return Rupees.groupCount(number);
	}

}
