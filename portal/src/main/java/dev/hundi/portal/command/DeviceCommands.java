package dev.hundi.portal.command;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Audience;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.DeviceExchange;
import dev.hundi.token.DeviceLogin;
import dev.hundi.token.DeviceLogins;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /commands/device} and {@code /commands/token}: a program begins a device login,
 * waits for its person, and revokes its own token at the end.
 */
@StaffOnly
@RestController
class DeviceCommands {

	private static final int POLL_SECONDS = 2;

	private static final String TOKEN_NAME = "./hundi login";

	private final DeviceLogins logins;

	private final AccessTokens tokens;

	private final SignInThrottle throttle;

	private final CurrentPerson current;

	private final AuditTrail audit;

	private final PortalAddress portal;

	DeviceCommands(DeviceLogins logins, AccessTokens tokens, SignInThrottle throttle, CurrentPerson current,
			AuditTrail audit, PortalAddress portal) {
		this.logins = logins;
		this.tokens = tokens;
		this.throttle = throttle;
		this.current = current;
		this.audit = audit;
		this.portal = portal;
	}

	@PostMapping("/commands/device")
	@Transactional
	public Begun begin(HttpServletRequest request) {
		refuseBlocked(request);
		DeviceLogins.Begun begun = this.logins.begin(request.getRemoteAddr())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.TOO_MANY_REQUESTS,
					"Too many device logins are open. Confirm or wait for ten minutes."));
		String shown = DeviceLogin.shown(begun.userCode());
		return new Begun(begun.deviceCode(), shown, this.portal.page("/device?code=" + shown),
				DeviceLogins.VALID_FOR.toSeconds(), POLL_SECONDS);
	}

	/** 200 with the token once the person has confirmed, 202 before. */
	@PostMapping("/commands/device/token")
	@Transactional
	public ResponseEntity<?> exchange(@RequestBody Exchange exchange, HttpServletRequest request) {
		refuseBlocked(request);
		return switch (this.logins.exchange(exchange.deviceCode, TOKEN_NAME)) {
			case DeviceExchange.Pending() -> ResponseEntity.accepted().body(Map.of("state", "pending"));
			case DeviceExchange.Ended() -> {
				this.throttle.failedAddress(Audience.STAFF, request.getRemoteAddr());
				yield ResponseEntity.status(HttpStatus.GONE)
					.body(Map.of("state", "ended", "detail", "The login was refused, has expired or is unknown."));
			}
			case DeviceExchange.Issued(UUID personId, var token) -> {
				this.audit.record(null, new Actor(personId, null, request.getRemoteAddr()), "ACCESS_TOKEN_CREATED",
						token.tokenId().toString(), Map.of(),
						Map.of("name", TOKEN_NAME, "expiresAt", token.expiresAt().toString()));
				yield ResponseEntity.ok(Map.of("tokenId", token.tokenId(), "token", token.secret(), "expiresAt",
						token.expiresAt().toString()));
			}
		};
	}

	/** Who the token belongs to. */
	@GetMapping("/commands/token")
	@PreAuthorize("@rights.any()")
	public Map<String, Object> whoAmI() {
		return Map.of("name", this.current.get().displayName(), "email", this.current.get().email(), "roles",
				this.current.get().roles());
	}

	/** Revokes the token of this request. */
	@DeleteMapping("/commands/token")
	@Transactional
	@PreAuthorize("@rights.any()")
	public Map<String, Object> revoke(HttpServletRequest request) {
		String secret = Objects.requireNonNull(request.getHeader("Authorization")).substring("Bearer ".length());
		UUID tokenId = this.tokens.use(secret).orElseThrow(() -> CommandErrors.missing("such token")).tokenId();
		this.tokens.revoke(this.current.get().personId(), tokenId);
		this.audit.record(null, this.current.actor(), "ACCESS_TOKEN_REVOKED", tokenId.toString(), Map.of(), Map.of());
		return Map.of("revoked", true);
	}

	private void refuseBlocked(HttpServletRequest request) {
		if (this.throttle.isAddressBlocked(Audience.STAFF, request.getRemoteAddr())) {
			throw new ResponseStatusException(HttpStatus.TOO_MANY_REQUESTS,
					"Too many failed sign-ins from this address. Try again later.");
		}
	}

	/**
	 * A login that has begun.
	 *
	 * @param deviceCode secret of the program
	 * @param address the page on which the person confirms
	 */
	record Begun(String deviceCode, String userCode, URI address, long expiresInSeconds, int pollSeconds) {
	}

	/** Asks for the token. */
	record Exchange(String deviceCode) {

		Exchange {
			if (deviceCode == null || deviceCode.isBlank()) {
				throw new IllegalArgumentException("deviceCode is required");
			}
		}

	}

}
