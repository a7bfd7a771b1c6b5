package dev.hundi.testing;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Raises the timeouts of all tests: what takes a moment here may take a minute on a
 * small, busy machine. Registered as a service of JUnit.
 */
public final class Patience implements BeforeAllCallback {

	@Override
	public void beforeAll(ExtensionContext context) {
		Awaitility.setDefaultTimeout(Duration.ofMinutes(2));
		Awaitility.setDefaultPollInterval(Duration.ofMillis(50));
		Awaitility.setDefaultPollDelay(Duration.ZERO);
	}

}
