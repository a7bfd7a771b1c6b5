package dev.hundi.sandbox.operator;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.hundi.sandbox.OperatorAccess;
import dev.hundi.sandbox.server.StartFailedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code ./hundi webhooks …} and the other {@link Subject subjects}: asks the operators'
 * doors and prints what they answer.
 */
public final class OperatorCommand {

	private static final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	private final OperatorAccess access;

	private final PrintStream out;

	public OperatorCommand(OperatorAccess access, PrintStream out) {
		this.access = access;
		this.out = out;
	}

	/**
	 * Runs one command. Ends with 0 if it was done, with 1 if not and with 2 if it is no
	 * command.
	 */
	public static void main(String[] args) throws Exception {
		List<String> words = List.of(args);
		if (request(Subject.of(words), words) == null) {
			System.err.println(Subject.usage(words));
			System.exit(2);
		}
		try {
			OperatorAccess access = OperatorAccess.find(System.getenv(), Path.of("var").toAbsolutePath());
			System.exit(new OperatorCommand(access, System.out).run(words) ? 0 : 1);
		}
		catch (StartFailedException | IOException ex) {
			System.err
				.println((ex instanceof StartFailedException) ? ex.getMessage() : "The door does not answer: " + ex);
			System.exit(1);
		}
	}

	/**
	 * Whether it was done; prints the answer in either case.
	 * @throws IllegalArgumentException if it is no command, with the usage
	 */
	public boolean run(List<String> words) throws IOException, InterruptedException {
		Subject subject = Subject.of(words);
		OperatorRequest request = request(subject, words);
		if (subject == null || request == null) {
			throw new IllegalArgumentException(Subject.usage(words));
		}
		HttpResponse<byte[]> answer = send(subject.door(this.access), request);
		boolean done = answer.statusCode() == 200;
		Path file = request.answerTo();
		if (done && file != null) {
			Files.write(file, answer.body());
			this.out.println(file);
		}
		else {
			this.out.println((answer.body().length > 0) ? json.writeValueAsString(json.readTree(answer.body()))
					: "HTTP " + answer.statusCode());
		}
		return done;
	}

	private static @Nullable OperatorRequest request(@Nullable Subject subject, List<String> words) {
		CommandLine line = CommandLine.of(words);
		return (subject != null && line != null) ? subject.request(line) : null;
	}

	private HttpResponse<byte[]> send(URI door, OperatorRequest request) throws IOException, InterruptedException {
		boolean isFile = request.body() instanceof Path;
		HttpRequest.BodyPublisher body = switch (request.body()) {
			case null -> HttpRequest.BodyPublishers.noBody();
			case Path file -> HttpRequest.BodyPublishers.ofFile(file);
			case Object fields -> HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(fields));
		};
		try (HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
			return http.send(HttpRequest.newBuilder(URI.create(door + "/internal" + request.path()))
				.method(request.method(), body)
				.header("Authorization", "Bearer " + this.access.token())
				.header("Content-Type", isFile ? "application/octet-stream" : "application/json")
				.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
	}

}
