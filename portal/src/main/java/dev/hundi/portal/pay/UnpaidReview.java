package dev.hundi.portal.pay;

import java.io.Serializable;
import java.util.Optional;
import java.util.UUID;

import jakarta.servlet.http.HttpSession;

/**
 * The form that a person reviewed last and has not paid. Browsers store no page of the
 * portal, so that the key Back leads from a review to an empty form, which offers it.
 *
 * @param business whose money it would have paid
 */
record UnpaidReview(UUID business, PayForm form) implements Serializable {

	private static final String ATTRIBUTE = UnpaidReview.class.getName();

	/** Checks of the form limit what is paid, not each field that is ignored. */
	private static final int MAX_CHARACTERS = 4_000;

	/** Keeps a form in place of the one before. */
	static void keep(HttpSession session, UUID business, PayForm form) {
		if (form.toString().length() <= MAX_CHARACTERS) {
			session.setAttribute(ATTRIBUTE, new UnpaidReview(business, form));
		}
	}

	/** The form of a business, which the person may have left for another one. */
	static Optional<PayForm> of(HttpSession session, UUID business) {
		return (session.getAttribute(ATTRIBUTE) instanceof UnpaidReview last && last.business.equals(business))
				? Optional.of(last.form) : Optional.empty();
	}

	static void forget(HttpSession session) {
		session.removeAttribute(ATTRIBUTE);
	}

}
