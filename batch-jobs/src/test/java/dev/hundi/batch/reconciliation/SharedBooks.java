package dev.hundi.batch.reconciliation;

import java.nio.file.Path;
import java.time.Duration;

import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * One application for all tests of a class and of the classes in it, which run one after
 * the other and begin with empty books.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SharedBooks {

	/** A test that computes a day ends on it. */
	private static final Duration LONGEST = Duration.ofMinutes(2);

	BooksOnDatabase books;

	FinanceApi api;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.books = new BooksOnDatabase(directory);
		this.api = new FinanceApi(this.books);
	}

	@AfterAll
	void stop() {
		this.books.close();
	}

	@BeforeEach
	void begin() {
		this.books.begin(TestDay.inIndia(LONGEST).plusDays(1));
	}

}
