package dev.hundi.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import dev.hundi.sandbox.server.StartFailedException;

/** Polls health endpoints. */
final class HealthPages {

	private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

	/** Whether a URL returns 200 within five seconds. */
	boolean answers(URI url) {
		try {
			HttpRequest request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(5)).build();
			return this.http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StartFailedException("Interrupted", ex);
		}
	}

}
