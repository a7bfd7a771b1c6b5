package dev.hundi.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Properties of every format.
 */
class TableTests {

	private final Path directory;

	TableTests(@TempDir Path directory) {
		this.directory = directory;
	}

	/**
	 * Runs in a JVM of its own with a fixed heap, which includes what the JVM itself
	 * needs.
	 */
	@ParameterizedTest
	@CsvSource({ "CSV, 16", "PDF, 16", "XLS, 160" })
	void writesFiftyThousandRowsInLittleMemory(FileFormat format, int heapMb) throws IOException, InterruptedException {
		Path output = this.directory.resolve("output.txt");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx" + heapMb + "m", "-cp", System.getProperty("java.class.path"), WideRows.class.getName(),
				format.name(), this.directory.resolve("wide." + format.extension()).toString())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
		assertThat(process.exitValue()).as(Files.readString(output)).isZero();
		assertThat(this.directory.resolve("wide." + format.extension())).isNotEmptyFile();
	}

	@ParameterizedTest
	@EnumSource(FileFormat.class)
	void closesTheStreamOnce(FileFormat format) throws IOException {
		List<String> closed = new ArrayList<>();
		ByteArrayOutputStream out = new ByteArrayOutputStream() {
			@Override
			public void close() {
				closed.add("closed");
			}
		};
		Table<Sample> table = Table.start(format, Sample.STATEMENT, Sample.COLUMNS, out);
		table.add(Sample.of(1));
		table.close();
		int size = out.size();
		table.close();
		assertThat(closed).isNotEmpty();
		assertThat(out.size()).isEqualTo(size);
	}

	@ParameterizedTest
	@EnumSource(FileFormat.class)
	void reportsAFailingStream(FileFormat format) {
		OutputStream refusing = new OutputStream() {
			@Override
			public void write(int b) throws IOException {
				throw new IOException("disk full");
			}
		};
		assertThatThrownBy(() -> {
			try (Table<Sample> table = Table.start(format, Sample.STATEMENT, Sample.COLUMNS, refusing)) {
				IntStream.range(0, 5_000).mapToObj(Sample::of).forEach(table::add);
			}
		}).isInstanceOfAny(IOException.class, UncheckedIOException.class).hasMessageContaining("disk full");
	}

	@ParameterizedTest
	@EnumSource(FileFormat.class)
	void refusesNoColumnsAndTooMany(FileFormat format) {
		Column<Sample> column = new Column.WholeNumber<>("N", Sample::number);
		for (List<Column<Sample>> columns : List.of(List.<Column<Sample>>of(), Collections.nCopies(257, column))) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> Table.start(format, Sample.STATEMENT, columns, OutputStream.nullOutputStream()));
		}
	}

	@ParameterizedTest
	@EnumSource(FileFormat.class)
	void writesTheSameFileFromConcurrentThreads(FileFormat format) throws Exception {
		List<Thread> threads = new ArrayList<>();
		List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
		for (int i = 0; i < 4; i++) {
			threads.add(Thread.ofPlatform().start(() -> sizes.add(size(format))));
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(sizes).hasSize(4).allMatch((size) -> Math.abs(size - sizes.getFirst()) < 64);
	}

	@Test
	void refusesAHeaderWithoutTitleAndAFactWithoutLabel() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ReportHeader(" ", List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> new Fact.Rupees("", 1));
	}

	private static int size(FileFormat format) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (Table<Sample> table = Table.start(format, Sample.STATEMENT, Sample.COLUMNS, out)) {
			Sample.hostile().forEach(table::add);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return out.size();
	}

}
