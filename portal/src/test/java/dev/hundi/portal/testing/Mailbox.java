package dev.hundi.portal.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLContext;

import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import org.awaitility.Awaitility;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/**
 * A real mail server, whose letters tests read. It refuses those to {@link #UNKNOWN} and
 * names the recipient, as many do.
 */
public final class Mailbox implements AutoCloseable {

	/** A recipient that the server does not have. */
	public static final String UNKNOWN = "unknown.recipient@example.com";

	private static final Pattern LINK = Pattern.compile("https?://[^/\\s]+(/invitation/\\S+)");

	private final List<Letter> letters = new CopyOnWriteArrayList<>();

	private final SMTPServer server;

	/** A server without encryption. */
	Mailbox() {
		this.server = builder().build();
		this.server.start();
	}

	/**
	 * A server that demands STARTTLS, and a login after it.
	 * @param tls with its certificate
	 */
	public Mailbox(SSLContext tls, String username, String password) {
		this.server = builder().enableTLS()
			.requireTLS()
			.startTlsSocketFactory(tls)
			.requireAuth()
			.authenticationHandlerFactory(new EasyAuthenticationHandlerFactory((user, word, context) -> {
				if (!user.equals(username) || !word.equals(password)) {
					throw new LoginFailedException("535 5.7.8 wrong password");
				}
			}))
			.build();
		this.server.start();
	}

	private SMTPServer.Builder builder() {
		return SMTPServer.port(0)
			.hostName("localhost")
			.messageHandler((context, from, to, content) -> receive(to, content));
	}

	private void receive(String recipient, byte[] content) throws RejectException {
		if (recipient.equals(UNKNOWN)) {
			throw new RejectException(550, "5.1.1 <" + recipient + "> is unknown");
		}
		this.letters.add(letter(content));
	}

	public int port() {
		return this.server.getPortAllocated();
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
			.until(() -> all(recipient).stream().filter((letter) -> letter.subject().equals(subject)).toList(),
					(letters) -> !letters.isEmpty())
			.getLast());
	}

	/** The letters that a person has got so far. */
	public List<Letter> all(String recipient) {
		return this.letters.stream().filter((letter) -> letter.to().equalsIgnoreCase(recipient)).toList();
	}

	/**
	 * The links of invitations and recoveries in them; other letters arrive at any time.
	 */
	public List<String> links(String recipient) {
		return all(recipient).stream()
			.filter((letter) -> letter.text().contains("/invitation/"))
			.map(Letter::link)
			.toList();
	}

	@Override
	public void close() {
		this.server.stop();
	}

	private static Letter letter(byte[] content) {
		try {
			MimeMessage message = new MimeMessage(Session.getInstance(new Properties()),
					new ByteArrayInputStream(content));
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
