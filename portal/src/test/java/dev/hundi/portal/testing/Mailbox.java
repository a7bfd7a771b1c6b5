package dev.hundi.portal.testing;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;
import org.awaitility.Awaitility;

/** A real mail server, whose letters tests read. */
public final class Mailbox implements AutoCloseable {

	private static final Pattern LINK = Pattern.compile("https?://[^/\\s]+(/invitation/\\S+)");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final GreenMail server = new GreenMail(ServerSetup.SMTP.dynamicPort());

	Mailbox() {
		this.server.start();
	}

	public int port() {
		return this.server.getSmtp().getPort();
	}

	/** A letter as it arrived. */
	public record Letter(String from, String to, String subject, String text, String html) {

		/** The path of the link of an invitation. */
		public String link() {
			Matcher link = LINK.matcher(this.text);
			if (!link.find()) {
				throw new AssertionError("No link in " + this.text);
			}
			return link.group(1);
		}

	}

	/** Waits for a letter and returns the newest. */
	public Letter await(String recipient, String subject) {
		return Objects.requireNonNull(Awaitility.await("letter to " + recipient)
			.atMost(PATIENCE)
			.until(() -> all(recipient).stream().filter((letter) -> letter.subject().equals(subject)).toList(),
					(letters) -> !letters.isEmpty())
			.getLast());
	}

	/** The letters that a person has got so far. */
	public List<Letter> all(String recipient) {
		return Arrays.stream(this.server.getReceivedMessages())
			.map(Mailbox::letter)
			.filter((letter) -> letter.to().equalsIgnoreCase(recipient))
			.toList();
	}

	@Override
	public void close() {
		this.server.stop();
	}

	private static Letter letter(MimeMessage message) {
		try {
			return new Letter(message.getFrom()[0].toString(), message.getAllRecipients()[0].toString(),
					message.getSubject(), part(message, "text/plain"), part(message, "text/html"));
		}
		catch (MessagingException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String part(Part part, String type) throws MessagingException, IOException {
		if (part.getContent() instanceof Multipart parts) {
			for (int i = 0; i < parts.getCount(); i++) {
				String found = part(parts.getBodyPart(i), type);
				if (!found.isEmpty()) {
					return found;
				}
			}
			return "";
		}
		return part.isMimeType(type) ? part.getContent().toString() : "";
	}

}
