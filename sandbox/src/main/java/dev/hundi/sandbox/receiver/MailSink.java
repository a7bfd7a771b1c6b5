package dev.hundi.sandbox.receiver;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Request;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;
import org.jspecify.annotations.Nullable;

/**
 * A mail server that accepts every letter and delivers none. They are shown at
 * {@code GET /mail}.
 */
public final class MailSink implements AutoCloseable {

	private static final DateTimeFormatter timeForm = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	private final GreenMail server;

	private MailSink(GreenMail server) {
		this.server = server;
	}

	/**
	 * A letter as it came.
	 *
	 * @param sentAt of its header, ISO 8601, UTC, with milliseconds
	 */
	public record ReceivedLetter(String from, String to, String subject, String text, String html, String sentAt) {
	}

	/**
	 * Opens the server.
	 * @throws IllegalStateException if the port is taken
	 */
	public static MailSink start(String address, int port) {
		GreenMail server = new GreenMail(new ServerSetup(port, address, ServerSetup.PROTOCOL_SMTP));
		server.start();
		return new MailSink(server);
	}

	public int port() {
		return this.server.getSmtp().getPort();
	}

	/** Adds the letters to a server. */
	public void serveOn(JsonServer http) {
		http.on("GET", "/mail", this::show);
	}

	/**
	 * The letters, oldest first.
	 * @param recipient only those to this address, in any case; null for all
	 */
	public List<ReceivedLetter> received(@Nullable String recipient) {
		return Arrays.stream(this.server.getReceivedMessages())
			.map(MailSink::letter)
			.filter((letter) -> recipient == null || letter.to().equalsIgnoreCase(recipient))
			.toList();
	}

	@Override
	public void close() {
		this.server.stop();
	}

	private Answer show(Request request) {
		return Answer.ok(received(request.query("to")));
	}

	private static ReceivedLetter letter(MimeMessage message) {
		try {
			return new ReceivedLetter(message.getFrom()[0].toString(), message.getAllRecipients()[0].toString(),
					message.getSubject(), part(message, "text/plain"), part(message, "text/html"),
					timeForm.format(DateTimeFormatter.RFC_1123_DATE_TIME
						.parse(message.getHeader("Date")[0].replaceAll("\\s*\\(.*", ""))));
		}
		catch (MessagingException | IOException ex) {
			throw new IllegalStateException("A letter cannot be read", ex);
		}
	}

	/** The first part of a type, or an empty text. */
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
