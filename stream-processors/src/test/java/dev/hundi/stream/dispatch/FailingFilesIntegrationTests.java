package dev.hundi.stream.dispatch;

import java.nio.file.Files;
import java.nio.file.Path;

import dev.hundi.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Directories of a bank in which this process cannot work. */
class FailingFilesIntegrationTests {

	@Test
	void countsTheDirectoriesOfABankWhoseExchangeFailsUntilItWorks(@TempDir Path directory) throws Exception {
		Files.createFile(directory.resolve("out"));
		Files.createFile(directory.resolve("in"));
		try (TestDatabase database = TestDatabase.create();
				Dispatching dispatch = Dispatching.with(database)
					.fileBank("broken", directory)
					.fileBank("sound", directory.resolve("sound"))
					.start()) {
			assertThat(failing(dispatch, "broken")).isZero();
			dispatch.exchangeFiles();
			assertThat(failing(dispatch, "broken")).isEqualTo(2);
			Files.delete(directory.resolve("out"));
			dispatch.exchangeFiles();
			assertThat(failing(dispatch, "broken")).isEqualTo(1);
			Files.delete(directory.resolve("in"));
			dispatch.exchangeFiles();
			assertThat(failing(dispatch, "broken")).isZero();
			assertThat(failing(dispatch, "sound")).isZero();
		}
	}

	private static double failing(Dispatching dispatch, String bank) {
		return dispatch.bean(MeterRegistry.class).get("hundi.bank.files.failing").tag("bank", bank).gauge().value();
	}

}
