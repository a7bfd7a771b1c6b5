package dev.hundi.sandbox.receiver;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Properties;

import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

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

	private static JsonNode read(HttpClient http, WebhookReceiver receiver, String path) throws Exception {
		return JsonMapper.shared()
			.readTree(http
				.send(HttpRequest.newBuilder(receiver.url().resolve(path)).build(),
						HttpResponse.BodyHandlers.ofString())
				.body());
	}

	private static void send(int port, String recipient, String subject) throws Exception {
		Properties properties = new Properties();
		properties.put("mail.smtp.host", "127.0.0.1");
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
		Transport.send(message);
	}

}
