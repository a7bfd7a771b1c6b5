package dev.hundi.testing;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets long Awaitility timeouts for slow or busy machines. JUnit registers it
 * automatically.
 */
public final class Patience implements BeforeAllCallback {

	@Override
	public void beforeAll(ExtensionContext context) {
		Awaitility.setDefaultTimeout(Duration.ofMinutes(2));
		Awaitility.setDefaultPollInterval(Duration.ofMillis(50));
		Awaitility.setDefaultPollDelay(Duration.ZERO);
	}

}
