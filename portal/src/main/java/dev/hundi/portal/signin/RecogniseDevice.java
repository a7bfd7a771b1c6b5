package dev.hundi.portal.signin;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.KnownDevices;
import dev.hundi.person.Person;
import dev.hundi.portal.session.Browser;
import dev.hundi.portal.session.DatabaseScope;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.secret.RandomSecret;
import dev.hundi.text.Beginning;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Recognises browsers by a cookie of their own. A person gets a letter about a sign-in
 * from a browser that it has not used before.
 */
@Component
class RecogniseDevice {

	/** The longest time that browsers keep a cookie. */
	private static final Duration KEPT = Duration.ofDays(400);

	private static final int BROWSER_LENGTH = 200;

	private final PortalAddress address;

	private final KnownDevices devices;

	private final Letters letters;

	private final TransactionOperations transactions;

	RecogniseDevice(PortalAddress address, KnownDevices devices, Letters letters, TransactionOperations transactions) {
		this.address = address;
		this.devices = devices;
		this.letters = letters;
		this.transactions = transactions;
	}

	/**
	 * Records a sign-in, and announces it if the browser is new.
	 * @param announced false for the sign-in with which a person begins
	 */
	void signedIn(Person person, boolean announced, HttpServletRequest request, HttpServletResponse response) {
		String mark = mark(request).orElseGet(RandomSecret::next);
		DatabaseScope.as(person.personId(), null, () -> this.transactions.execute((status) -> {
			boolean isNew = this.devices.signedIn(person.personId(), mark);
			if (isNew && announced) {
				this.letters.write(person, LetterKind.NEW_DEVICE, browser(request), request.getRemoteAddr());
			}
			return isNew;
		}));
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(name(), mark)
					.path("/")
					.httpOnly(true)
					.secure(this.address.isSecure())
					.sameSite("Strict")
					.maxAge(KEPT)
					.build()
					.toString());
	}

	private Optional<String> mark(HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		return (cookies == null) ? Optional.empty()
				: Arrays.stream(cookies)
					.filter((cookie) -> cookie.getName().equals(name()))
					.map(Cookie::getValue)
					.filter((value) -> value.matches("[A-Za-z0-9_-]{43}"))
					.findFirst();
	}

	private String name() {
		return this.address.cookie("device");
	}

	private static String browser(HttpServletRequest request) {
		String text = Objects.requireNonNullElse(request.getHeader(HttpHeaders.USER_AGENT), "-");
		return Browser.name(Beginning.of(text, BROWSER_LENGTH));
	}

}
