package dev.hundi.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

import static dev.hundi.cli.Fields.path;

/**
 * Calls the staff portal and prints its response. What another process carries out is
 * waited for. Every method returns the exit code: 0 if it is done, otherwise 1.
 */
final class StaffPortal {

	private static final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	/** How long nothing may arrive. */
	static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);

	/** An upload may be as slow as this before its answer is waited for. */
	private static final int SLOWEST_UPLOAD_BYTES_PER_SECOND = 20_000;

	private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

	/** Most requests are done within seconds; the others are read by their id. */
	private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

	private static final String REQUESTS = "/requests";

	private final Access access;

	private final PrintStream out;

	private final Duration answerTimeout;

	StaffPortal(Access access, PrintStream out, Duration answerTimeout) {
		this.access = access;
		this.out = out;
		this.answerTimeout = answerTimeout;
	}

	int get(String path, Fields query) throws IOException, InterruptedException {
		return print(ended(send("GET", path + query.query(), "application/json", BodyPublishers.noBody())));
	}

	int get(String path) throws IOException, InterruptedException {
		return get(path, Fields.none());
	}

	int post(String path, Fields body) throws IOException, InterruptedException {
		return print(ended(send("POST", path, "application/json",
				BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(body.values())))));
	}

	/**
	 * Ends a login at the portal that gave it, whatever the environment names, and prints
	 * the answer.
	 * @return whether its token is invalid from now on; it may have been before
	 */
	boolean revoke(StoredLogin login) throws IOException, InterruptedException {
		Answer answer = send(login.staffUrl(), login.token(), "DELETE", "/token", "application/json",
				BodyPublishers.noBody());
		return print(answer) == 0 || (answer.status() == 401 && answer.isJson());
	}

	int upload(String path, Fields query, Path file) throws IOException, InterruptedException {
		if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
			throw new CommandFailedException(file + " is not a readable file");
		}
		return print(
				ended(send("POST", path + query.query(), "application/octet-stream", BodyPublishers.ofFile(file))));
	}

	/**
	 * Waits until a process has written a file and downloads it, or prints why there is
	 * none. A target that cannot be written is refused before anything is asked for.
	 */
	int download(String path, String filePath, Path file) throws IOException, InterruptedException {
		try (SavedFile saved = SavedFile.at(file)) {
			Answer asked = send("GET", path, "application/json", BodyPublishers.noBody());
			Answer ended = ended(asked, " " + file);
			if (!ended.isDone()) {
				return print(ended);
			}
			return save(filePath + asked.json().path("requestId").asString(""), saved, file);
		}
	}

	/** Prints how far a request of an earlier command is. */
	int request(String requestId) throws IOException, InterruptedException {
		return get(path(REQUESTS, requestId));
	}

	/**
	 * Downloads the file that an earlier command asked for.
	 * @param filePaths where the files of a kind of request are
	 */
	int requestedFile(String requestId, Map<String, String> filePaths, Path file)
			throws IOException, InterruptedException {
		try (SavedFile saved = SavedFile.at(file)) {
			Answer request = send("GET", path(REQUESTS, requestId), "application/json", BodyPublishers.noBody());
			String filePath = filePaths.get(request.json().path("kind").asString(""));
			boolean done = request.json().path("state").asString("").equals("DONE");
			if (request.status() != 200 || !done) {
				print(request);
				return 1;
			}
			if (filePath == null) {
				throw new CommandFailedException("Request " + requestId + " has no file. Read it without FILE.");
			}
			return save(filePath + requestId, saved, file);
		}
	}

	private int save(String path, SavedFile saved, Path file) throws IOException, InterruptedException {
		Answer content = save(path, saved.part());
		if (content.status() != 200) {
			return print(content);
		}
		saved.finish();
		this.out.println(file);
		return 0;
	}

	/** Saves what a path has without holding it in memory. */
	private Answer save(String path, Path part) throws IOException, InterruptedException {
		HttpResponse<byte[]> response = new Call(
				request(this.access.staffUrl(), this.access.token(), path).GET().build(), this.answerTimeout)
			.save(part);
		return new Answer(response.statusCode(), response.body());
	}

	private HttpRequest.Builder request(URI staffUrl, String token, String path) {
		return HttpRequest.newBuilder(URI.create(staffUrl + "/commands" + path))
			.header("Authorization", "Bearer " + token);
	}

	/** The final answer, if another process carries the request out. */
	private Answer ended(Answer first) throws IOException, InterruptedException {
		return ended(first, "");
	}

	private Answer ended(Answer first, String file) throws IOException, InterruptedException {
		if (first.status() != 202 || !first.isJson()) {
			return first;
		}
		String path = path(REQUESTS, first.json().path("requestId").asString(""));
		long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
		while (System.nanoTime() < deadline) {
			Answer answer = send("GET", path, "application/json", BodyPublishers.noBody());
			if (answer.status() != 200 || !answer.isJson()) {
				return answer;
			}
			String state = answer.json().path("state").asString("");
			if (!state.equals("PENDING")) {
				return result(state, answer.json());
			}
			Thread.sleep(POLL_INTERVAL);
		}
		throw new CommandFailedException("No process has carried the request out yet. The request stays open. "
				+ "Read its result later with ./hundi requests show " + path.substring(REQUESTS.length() + 1) + file);
	}

	/** A single object or list in a result is what the command asked for. */
	private static Answer result(String state, JsonNode request) {
		if (!state.equals("DONE")) {
			return new Answer(409,
					JsonMapper.shared()
						.writeValueAsBytes(
								Map.of("status", 409, "state", state, "detail", request.path("failure").asString(""))));
		}
		JsonNode result = request.path("result");
		Optional<JsonNode> only = (result.size() == 1) ? result.valueStream().filter(JsonNode::isContainer).findFirst()
				: Optional.empty();
		return new Answer(200, JsonMapper.shared().writeValueAsBytes(only.orElse(result)));
	}

	/** A proxy in front of the portal answers with a page that is not JSON. */
	private int print(Answer answer) {
		this.out.println(answer.isJson() ? json.writeValueAsString(answer.json()) : "HTTP " + answer.status());
		return answer.isDone() ? 0 : 1;
	}

	private Answer send(String method, String path, String contentType, BodyPublisher body)
			throws IOException, InterruptedException {
		Answer answer = send(this.access.staffUrl(), this.access.token(), method, path, contentType, body);
		return (answer.status() == 401 || answer.isUnconfirmed()) && this.access.renews()
				? send(this.access.staffUrl(), this.access.renewed(), method, path, contentType, body) : answer;
	}

	private Answer send(URI staffUrl, String token, String method, String path, String contentType, BodyPublisher body)
			throws IOException, InterruptedException {
		HttpRequest request = request(staffUrl, token, path).method(method, body)
			.header("Content-Type", contentType)
			.build();
		Duration sending = Duration.ofSeconds(body.contentLength() / SLOWEST_UPLOAD_BYTES_PER_SECOND);
		HttpResponse<byte[]> response = new Call(request, this.answerTimeout.plus(sending)).answer();
		return new Answer(response.statusCode(), response.body());
	}

	@SuppressWarnings("ArrayRecordComponent")
	private record Answer(int status, byte[] body) {

		/** The body; missing if it is empty or not JSON. */
		JsonNode json() {
			try {
				return JsonMapper.shared().readTree(this.body);
			}
			catch (JacksonException ex) {
				return MissingNode.getInstance();
			}
		}

		boolean isJson() {
			return !json().isMissingNode();
		}

		boolean isDone() {
			return this.status == 200 && (this.body.length == 0 || isJson());
		}

		/** Whether only a fresh second factor is missing. */
		boolean isUnconfirmed() {
			return this.status == 403 && json().path("code").asString("").equals("confirmation_required");
		}

	}

}
