package dev.hundi.stream.relay;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RelaySettingsTests {

	@Test
	void acceptsEveryPasswordThatARoleCanHave() {
		assertThat(settings("it's \"quoted\" \\ % ;").password()).isEqualTo("it's \"quoted\" \\ % ;");
	}

	@Test
	void requiresAPassword() {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(" "))
			.withMessageContaining("hundi.relay.password");
	}

	private static RelaySettings settings(String password) {
		return new RelaySettings("hundi_relay", password, "hundi_events");
	}

}
