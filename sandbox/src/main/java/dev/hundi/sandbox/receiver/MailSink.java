package dev.hundi.sandbox.receiver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.LinkedBlockingDeque;

import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Request;
import dev.hundi.time.IsoTime;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import org.jspecify.annotations.Nullable;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

import org.springframework.boot.ssl.SslBundle;

/**
 * A mail server that accepts every letter and delivers none. They are shown at
 * {@code GET /mail}.
 */
public final class MailSink implements AutoCloseable {

	/** Letters that are kept; the oldest end first. */
	private static final int KEPT = 10_000;

	private static final int MAX_BYTES = 5 * 1024 * 1024;

	private final LinkedBlockingDeque<ReceivedLetter> letters = new LinkedBlockingDeque<>(KEPT);

	private final SMTPServer server;

	private MailSink(String address, int port, @Nullable Access access) {
		SMTPServer.Builder builder = SMTPServer.port(port)
			.bindAddress(resolve(address))
			.hostName("localhost")
			.maxMessageSize(MAX_BYTES)
			.insertReceivedHeaders(false)
			.messageHandler((context, from, to, letter) -> receive(letter));
		this.server = ((access != null) ? access.applyTo(builder) : builder).build();
	}

	/**
	 * A letter as it came.
	 *
	 * @param sentAt of its header, ISO 8601, UTC, with milliseconds
	 */
	public record ReceivedLetter(String from, String to, String subject, String text, String html, String sentAt) {
	}

	/**
	 * What a client needs to send letters: STARTTLS, and a login after it.
	 *
	 * @param tls with the certificate of the server
	 */
	public record Access(SslBundle tls, String username, String password) {

		private SMTPServer.Builder applyTo(SMTPServer.Builder builder) {
			return builder.enableTLS()
				.requireTLS()
				.startTlsSocketFactory(this.tls.createSslContext())
				.requireAuth()
				.authenticationHandlerFactory(new EasyAuthenticationHandlerFactory(this::login));
		}

		private void login(String user, String word, MessageContext context) throws LoginFailedException {
			if (!user.equals(this.username) || !word.equals(this.password)) {
				throw new LoginFailedException("535 5.7.8 Unknown user or wrong password");
			}
		}

		@Override
		public String toString() {
			return "Access[username=" + this.username + "]";
		}

	}

	/**
	 * Opens the server without encryption.
	 * @throws IllegalStateException if the port is taken
	 */
	public static MailSink start(String address, int port) {
		return new MailSink(address, port, null).started();
	}

	/**
	 * Opens a server that demands encryption and a login.
	 * @throws IllegalStateException if the port is taken
	 */
	public static MailSink start(String address, int port, Access access) {
		return new MailSink(address, port, access).started();
	}

	private MailSink started() {
		try {
			this.server.start();
			return this;
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("The mail server cannot listen at port " + this.server.getPort(), ex);
		}
	}

	public int port() {
		return this.server.getPortAllocated();
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
		return this.letters.stream()
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

	private void receive(byte[] content) {
		ReceivedLetter letter = letter(content);
		while (!this.letters.offerLast(letter)) {
			this.letters.pollFirst();
		}
	}

	private static ReceivedLetter letter(byte[] content) {
		try {
			MimeMessage message = new MimeMessage(Session.getInstance(new Properties()),
					new ByteArrayInputStream(content));
			return new ReceivedLetter(message.getFrom()[0].toString(), message.getAllRecipients()[0].toString(),
					message.getSubject(), part(message, "text/plain"), part(message, "text/html"),
					IsoTime.text(DateTimeFormatter.RFC_1123_DATE_TIME
						.parse(message.getHeader("Date")[0].replaceAll("\\s*\\(.*", ""), Instant::from)));
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

	private static InetAddress resolve(String address) {
		try {
			return InetAddress.getByName(address);
		}
		catch (UnknownHostException ex) {
			throw new IllegalArgumentException("Unknown address " + address, ex);
		}
	}

}
