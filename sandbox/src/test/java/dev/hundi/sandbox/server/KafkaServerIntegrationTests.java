package dev.hundi.sandbox.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.hundi.certificate.CertificateAuthority;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KafkaServerIntegrationTests {

	private final Path directory;

	private final KafkaServer.Tls tls;

	KafkaServerIntegrationTests(@TempDir Path directory) throws IOException {
		this.directory = directory;
		this.tls = new KafkaServer.Tls(Ports.free(), directory.resolve("kafka.pem"), directory.resolve("key.pem"),
				"app", Files.writeString(directory.resolve("password"), "one"));
		CertificateAuthority.of(directory, "test")
			.issue("kafka", "localhost")
			.write(this.tls.certificate(), this.tls.key());
	}

	/** A broker that is killed, starts with a new password, ends and starts again. */
	@Test
	void keepsAcknowledgedMessagesEvenWhenKilledAndAcceptsTheApplicationOverTlsAlsoAfterANewPassword()
			throws Exception {
		try (KafkaServer server = start()) {
			assertThat(server.process().isAlive()).isTrue();
			assertThat(nodes("one")).isEqualTo(1);
			Map<String, Object> client = Map.of("bootstrap.servers", server.bootstrapServers());
			try (Admin admin = Admin.create(client)) {
				admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1))).all().get(2, TimeUnit.MINUTES);
			}
			send(server, "first");
			server.process().kill();
			assertThat(server.process().isAlive()).isFalse();
		}
		Files.writeString(this.tls.passwordFile(), "two");
		try (KafkaServer server = start()) {
			assertThat(server.process().isAlive()).isTrue();
			assertThat(nodes("two")).isEqualTo(1);
			assertThatThrownBy(() -> nodes("one")).hasCauseInstanceOf(SaslAuthenticationException.class);
			send(server, "second");
			assertThat(read(server, 2)).containsExactly("first", "second");
		}
		try (KafkaServer server = start()) {
			assertThat(nodes("two")).isEqualTo(1);
			assertThat(read(server, 2)).containsExactly("first", "second");
		}
	}

	private int nodes(String password) throws Exception {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", "localhost:" + this.tls.port(), "security.protocol",
				"SASL_SSL", "sasl.mechanism", "SCRAM-SHA-512", "sasl.jaas.config",
				"%s required username=app password=%s;".formatted(ScramLoginModule.class.getName(), password),
				"ssl.truststore.type", "PEM", "ssl.truststore.location",
				this.directory.resolve(CertificateAuthority.certificateFile).toString()))) {
			return admin.describeCluster().nodes().get(1, TimeUnit.MINUTES).size();
		}
	}

	private KafkaServer start() {
		return KafkaServer.start(this.directory.resolve("kafka"), 0, this.tls, this.directory.resolve("kafka.log"));
	}

	private static void send(KafkaServer server, String text) throws Exception {
		try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", server.bootstrapServers(), "acks", "all"), new ByteArraySerializer(),
				new ByteArraySerializer())) {
			producer.send(new ProducerRecord<>("kept", text.getBytes(StandardCharsets.UTF_8))).get(2, TimeUnit.MINUTES);
		}
	}

	private static List<String> read(KafkaServer server, int count) {
		TopicPartition partition = new TopicPartition("kept", 0);
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", server.bootstrapServers()), new ByteArrayDeserializer(),
				new ByteArrayDeserializer())) {
			consumer.assign(List.of(partition));
			consumer.seekToBeginning(List.of(partition));
			List<String> texts = new ArrayList<>();
			long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
			while (texts.size() < count && System.nanoTime() < deadline) {
				consumer.poll(Duration.ofMillis(200))
					.forEach((message) -> texts.add(new String(message.value(), StandardCharsets.UTF_8)));
			}
			return texts;
		}
	}

}
