package dev.hundi.sandbox.receiver;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Properties;

import dev.hundi.sandbox.bank.BankCertificates;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MailSinkIntegrationTests {

	@Test
	void showsLettersWithBothPartsOldestFirst() throws Exception {
		try (MailSink sink = MailSink.start("127.0.0.1", 0);
				WebhookReceiver receiver = WebhookReceiver.start("127.0.0.1", 0, sink::serveOn);
				HttpClient http = HttpClient.newHttpClient()) {
			send(sink.port(), "asha@example.com", "First");
			send(sink.port(), "bharat@example.com", "Second");
			JsonNode all = read(http, receiver, "/mail");
			assertThat(all.valueStream().map((letter) -> letter.path("subject").asString())).containsExactly("First",
					"Second");
			JsonNode letter = read(http, receiver, "/mail?to=BHARAT@example.com");
			assertThat(letter).hasSize(1);
			assertThat(letter.get(0).path("from").asString()).isEqualTo("hundi@hundi.example");
			assertThat(letter.get(0).path("text").asString()).isEqualTo("Text of Second");
			assertThat(letter.get(0).path("html").asString()).isEqualTo("<p>Text of Second</p>");
			assertThat(letter.get(0).path("sentAt").asString()).startsWith("20").endsWith("Z");
		}
	}

	@Test
	void takesLettersOnlyEncryptedAndAfterALogin(@TempDir Path directory) throws Exception {
		BankCertificates certificates = new BankCertificates(directory);
		certificates.issue("localhost");
		MailSink.Access access = new MailSink.Access(certificates.mailTls(), "hundi", "right");
		try (MailSink sink = MailSink.start("127.0.0.1", 0, access)) {
			Properties encrypted = new Properties();
			encrypted.put("mail.smtp.starttls.required", "true");
			encrypted.put("mail.smtp.auth", "true");
			encrypted.put("mail.smtp.ssl.checkserveridentity", "true");
			encrypted.put("mail.smtp.ssl.socketFactory", access.tls().createSslContext().getSocketFactory());
			assertThatExceptionOfType(MessagingException.class)
				.isThrownBy(() -> send(new Properties(), sink.port(), "asha@example.com", "Plain", "right"));
			assertThatExceptionOfType(AuthenticationFailedException.class)
				.isThrownBy(() -> send(encrypted, sink.port(), "asha@example.com", "Unknown", "wrong"));
			send(encrypted, sink.port(), "asha@example.com", "Encrypted", "right");
			assertThat(sink.received(null)).extracting(MailSink.ReceivedLetter::subject).containsExactly("Encrypted");
		}
	}

	private static JsonNode read(HttpClient http, WebhookReceiver receiver, String path) throws Exception {
		return JsonMapper.shared()
			.readTree(http
				.send(HttpRequest.newBuilder(receiver.url().resolve(path)).build(),
						HttpResponse.BodyHandlers.ofString())
				.body());
	}

	private static void send(int port, String recipient, String subject) throws Exception {
		send(new Properties(), port, recipient, subject, null);
	}

	private static void send(Properties properties, int port, String recipient, String subject,
			@Nullable String password) throws Exception {
		properties.put("mail.smtp.host", "localhost");
		properties.put("mail.smtp.port", String.valueOf(port));
		MimeMessage message = new MimeMessage(Session.getInstance(properties));
		message.setFrom(new InternetAddress("hundi@hundi.example"));
		message.setRecipient(Message.RecipientType.TO, new InternetAddress(recipient));
		message.setSubject(subject);
		MimeBodyPart text = new MimeBodyPart();
		text.setText("Text of " + subject);
		MimeBodyPart html = new MimeBodyPart();
		html.setContent("<p>Text of " + subject + "</p>", "text/html");
		message.setContent(new MimeMultipart("alternative", text, html));
		if (password != null) {
			Transport.send(message, "hundi", password);
		}
		else {
			Transport.send(message);
		}
	}

}
