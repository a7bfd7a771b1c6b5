package dev.hundi.portal.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.hundi.letter.ClaimedLetter;
import dev.hundi.letter.Letters;
import dev.hundi.letter.Letters.Backlog;
import dev.hundi.person.Audience;
import dev.hundi.portal.mail.RenderLetter.Rendered;
import dev.hundi.portal.session.PortalAddress;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.MimeMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.MimeMessageHelper;
import org.springframework.stereotype.Component;

/**
 * Sends due letters, one after another, and removes old ones. A letter that fails, or
 * that this process cannot read, is tried again with growing pauses and then given up;
 * others do not wait for it. Metrics: {@code hundi.mail.late} and
 * {@code hundi.mail.failed}.
 */
@Component
class SendLetters {

	/** Pauses after failed attempts; the failure after the last one is final. */
	static final List<Duration> SCHEDULE = List.of(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(5),
			Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofHours(2),
			Duration.ofHours(4));

	/** Longer than the timeouts of one conversation with the mail server. */
	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration LATE = Duration.ofMinutes(5);

	private static final Duration KEPT = Duration.ofDays(30);

	private static final Duration COUNT_EVERY = Duration.ofSeconds(30);

	private static final Logger logger = LoggerFactory.getLogger(SendLetters.class);

	private final Audience audience;

	private final Letters letters;

	private final RenderLetter render;

	private final JavaMailSender sender;

	private final MailSettings settings;

	private volatile Backlog backlog = new Backlog(0, 0);

	private Instant countedAt = Instant.EPOCH;

	SendLetters(PortalAddress address, Letters letters, RenderLetter render, JavaMailSender sender,
			MailSettings settings, MeterRegistry meters) {
		this.audience = address.audience();
		this.letters = letters;
		this.render = render;
		this.sender = sender;
		this.settings = settings;
		Gauge.builder("hundi.mail.late", () -> this.backlog.late()).register(meters);
		Gauge.builder("hundi.mail.failed", () -> this.backlog.failed()).register(meters);
	}

	void sendAll() {
		try {
			sendDue();
		}
		finally {
			count();
		}
	}

	private void sendDue() {
		Optional<ClaimedLetter> next = this.letters.areDue(this.audience) ? this.letters.claim(this.audience, LEASE)
				: Optional.empty();
		while (next.isPresent() && !Thread.currentThread().isInterrupted()) {
			send(next.get());
			next = this.letters.claim(this.audience, LEASE);
		}
	}

	private void count() {
		if (this.countedAt.plus(COUNT_EVERY).isBefore(Instant.now())) {
			this.countedAt = Instant.now();
			this.backlog = this.letters.backlog(this.audience, LATE);
			this.letters.removeEnded(this.audience, KEPT);
		}
	}

	private void send(ClaimedLetter letter) {
		try {
			this.sender.send(message(letter));
		}
		catch (AddressException ex) {
			failed(letter, ex, null);
			return;
		}
		// Not only of the mail server: a token may be of a key that only another copy
		// has.
		catch (MessagingException | RuntimeException ex) {
			failed(letter, ex, (letter.attempt() <= SCHEDULE.size()) ? SCHEDULE.get(letter.attempt() - 1) : null);
			return;
		}
		this.letters.sent(letter);
	}

	private MimeMessage message(ClaimedLetter letter) throws MessagingException {
		Rendered rendered = this.render.render(this.letters.read(letter));
		MimeMessage message = this.sender.createMimeMessage();
		MimeMessageHelper helper = new MimeMessageHelper(message, true);
		helper.setFrom(this.settings.from());
		helper.setTo(letter.recipient());
		helper.setSubject(rendered.subject());
		helper.setText(rendered.text(), rendered.html());
		message.setHeader("Auto-Submitted", "auto-generated");
		return message;
	}

	private void failed(ClaimedLetter letter, Exception ex, @Nullable Duration delay) {
		String kind = ex.getClass().getSimpleName();
		// Without the message, which may name the recipient; letter.failure has it.
		if (delay == null) {
			logger.error("{} is given up: {}", letter, kind);
		}
		else {
			logger.warn("{} was not sent and is tried again in {}: {}", letter, delay, kind);
		}
		this.letters.failed(letter, kind + ": " + ex.getMessage(), delay);
	}

}
