package dev.hundi.sandbox.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ClassArchiveIntegrationTests {

	private final Path file;

	private final ClassArchive archive;

	ClassArchiveIntegrationTests(@TempDir Path directory) {
		this.file = directory.resolve("key.jsa");
		this.archive = new ClassArchive(this.file);
	}

	@Test
	void listsClassesUntilThereIsAnArchive() throws Exception {
		assertThat(this.archive.jvmArguments()).contains("-XX:DumpLoadedClassList=" + this.file + ".%p.list");
		Files.createFile(this.file);
		assertThat(this.archive.jvmArguments()).contains("-XX:SharedArchiveFile=" + this.file);
	}

	@Test
	void startsSilentlyWithAnArchiveThatDoesNotFit() throws Exception {
		Files.writeString(this.file, "not an archive");
		Path output = this.file.resolveSibling("output");
		assertThat(java(output)).isZero();
		assertThat(output).isEmptyFile();
	}

	@Test
	void listsTheClassesOfAProgram() throws Exception {
		assertThat(java(this.file.resolveSibling("output"))).isZero();
		assertThat(ClassArchive.merge(this.archive.lists())).contains("java/lang/Object")
			.noneMatch((line) -> line.contains("id: ") || line.startsWith("#"));
	}

	@Test
	void mergesTheCompleteLinesOfLists() throws Exception {
		Path first = list("1", "# comment\na/A id: 1\n@lambda-proxy a/A x\na/Own id: 2 super: 1 source: own.jar\na/Cu");
		Path second = list("2", "a/B id: 1\na/A id: 7\n");
		assertThat(ClassArchive.merge(List.of(first, second))).containsExactly("a/A", "@lambda-proxy a/A x", "a/B");
	}

	@Test
	void isOutdatedOnceAListIsNewer() throws Exception {
		assertThat(this.archive.isOutdated(this.archive.lists())).isFalse();
		Path list = list("1", "a/A\n");
		assertThat(this.archive.isOutdated(this.archive.lists())).isTrue();
		Files.createFile(this.file);
		Files.setLastModifiedTime(list, FileTime.from(Instant.now().minusSeconds(60)));
		assertThat(this.archive.isOutdated(this.archive.lists())).isFalse();
		Files.setLastModifiedTime(list, FileTime.from(Instant.now().plusSeconds(60)));
		assertThat(this.archive.isOutdated(this.archive.lists())).isTrue();
	}

	@Test
	void keepsTheFormerArchiveWhenTheNextCannotBeMade() throws Exception {
		Files.writeString(this.file, "former");
		this.archive.close();
		this.archive.make(List.of(list("1", "a/A\n")));
		assertThat(this.file).hasContent("former");
		try (var files = Files.list(this.file.resolveSibling("."))) {
			assertThat(files.map((path) -> path.getFileName().toString())).containsExactlyInAnyOrder("key.jsa",
					"key.jsa.1.list");
		}
	}

	private Path list(String pid, String text) throws IOException {
		return Files.writeString(this.file.resolveSibling(this.file.getFileName() + "." + pid + ".list"), text);
	}

	private int java(Path output) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		command.addAll(this.archive.jvmArguments());
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), Nothing.class.getName()));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
		builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
		return builder.start().waitFor();
	}

	/** Ends at once. */
	public static final class Nothing {

		private Nothing() {
		}

		public static void main(String[] args) {
			// The exit code says that it ran.
		}

	}

}
