package dev.hundi.personaldata;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ManagePersonalDataIntegrationTests {

	@Test
	void exportsAPersonAsTheOwner(@TempDir Path directory) {
		Path file = directory.resolve("person.json");
		try (TestDatabase database = TestDatabase.create()) {
			String[] settings = { "--hundi.database.url=" + database.url(), "--hundi.database.username=postgres",
					"--hundi.database.password=postgres" };
			assertThat(personalData(settings, "export", "--vpa", "kavita@upi", "--by", "Asha", "--reason", "her letter",
					"--to", file.toString()))
				.isZero();
			assertThat(file).content().contains("\"payout\": [");
			assertThat(personalData(settings, "erase", "--vpa", "kavita@upi", "--by", "Asha")).isEqualTo(2);
			assertThat(personalData(settings, "erase", "--vpa", "kavita@upi", "--hundi.retention.book-years=7"))
				.isEqualTo(1);
		}
	}

	private static int personalData(String[] settings, String... words) {
		return ManagePersonalData.run(Stream.of(words, settings).flatMap(Arrays::stream).toArray(String[]::new));
	}

}
