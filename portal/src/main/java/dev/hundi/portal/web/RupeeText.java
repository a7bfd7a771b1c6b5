package dev.hundi.portal.web;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.money.Rupees;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Amounts as pages show them: {@code rupees.text(paise)}. */
@ControllerAdvice
class RupeeText {

	/** No amount of a rule or a payout has more digits. */
	private static final Pattern AMOUNT = Pattern.compile("\\bINR (\\d{1,13}\\.\\d{2})\\b");

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

	/** A text of ours whose amounts are as in {@code INR 150000.00}. */
	public String inText(String text) {
		return AMOUNT.matcher(text)
			.replaceAll((found) -> Matcher.quoteReplacement(text(Rupees.parse(found.group(1)).orElseThrow())));
	}

	/** A number grouped as rupees are, such as {@code 1,50,000}. */
	public String count(long number) {
		return Rupees.groupCount(number);
	}

}
