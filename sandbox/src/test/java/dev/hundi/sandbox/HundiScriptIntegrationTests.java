package dev.hundi.sandbox;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The script {@code hundi} in a small project of three modules: {@code app} uses
 * {@code lib}, {@code sandbox} uses neither and shows the guide. Instead of Maven a
 * script resolves the class paths; javac is the real one.
 */
class HundiScriptIntegrationTests {

	private static final String MAVEN = """
			#!/usr/bin/env bash
			echo "$*" >>maven-calls
			mkdir -p lib/target/hundi app/target/hundi sandbox/target/hundi
			: >lib/target/hundi/class-path
			: >sandbox/target/hundi/class-path
			printf '%s' "$PWD/lib/target/classes" >app/target/hundi/class-path
			""";

	private static final String LIB = "package lib; public class Lib { public static int answer() { return 41; } }";

	@TempDir
	private Path project;

	@BeforeEach
	void createProject() throws IOException {
		executable("hundi", Files.readString(Path.of("../hundi")));
		executable("bin/mvn", MAVEN);
		write("pom.xml", """
				<project>
				  <modules>
				    <module>lib</module>
				    <module>app</module>
				    <module>sandbox</module>
				    <module>without-code</module>
				  </modules>
				</project>
				""");
		write(".mvn/jvm.config", "");
		for (String module : List.of("lib", "app", "sandbox", "without-code")) {
			write(module + "/pom.xml", "<project/>");
		}
		write("lib/src/main/java/lib/Lib.java", LIB);
		write("app/src/main/java/app/App.java",
				"package app; class App { static int twice() { return 2 * lib.Lib.answer(); } }");
		write("sandbox/src/main/java/tool/Tool.java", "package tool; class Tool { }");
		write("sandbox/src/main/resources/dev/hundi/sandbox/reference/index.html", "1");
		write("docs/integrating.md", "1");
		write("docs/clients/client.py", "1");
		write("docs/samples/sample.xml", "1");
	}

	/** A test that fails leaves no launcher behind. */
	@AfterEach
	void stopLauncher() {
		run("down");
	}

	@Test
	void buildsOnlyWhatChanged() throws IOException {
		assertThat(compiled("build")).containsExactlyInAnyOrder("lib", "app", "sandbox").startsWith("lib");
		assertThat(compiled("build")).isEmpty();

		write("lib/src/main/java/lib/Lib.java", LIB.replace("41", "42"));
		assertThat(compiled("build")).as("the code of a method").containsExactly("lib");

		write("lib/src/main/java/lib/Lib.java", LIB.replace("int answer", "short answer"));
		assertThat(compiled("build")).as("a signature").containsExactly("lib", "app");

		write("sandbox/src/main/resources/other.txt", "2");
		assertThat(compiled("build")).as("a resource").containsExactly("sandbox");

		write("docs/integrating.md", "2");
		assertThat(compiled("build")).as("the guide").containsExactly("sandbox");
		String built = Files.readString(this.project.resolve("sandbox/target/hundi/current")).strip();
		try (FileSystem jar = FileSystems
			.newFileSystem(this.project.resolve("sandbox/target/hundi").resolve(built + ".jar"))) {
			Path pages = jar.getPath("dev/hundi/sandbox/reference");
			assertThat(pages.resolve("integrating.md")).hasContent("2");
			assertThat(pages.resolve("clients/client.py")).hasContent("1");
			assertThat(pages.resolve("samples/sample.xml")).hasContent("1");
		}

		write("lib/src/main/java/lib/Lib.java", LIB.replace("41", "43"));
		assertThat(compiled("build", "sandbox")).as("a module that was not asked for").isEmpty();
		assertThat(compiled("build", "app")).as("a module that the wanted one uses").contains("lib");

		write("lib/src/main/java/lib/Lib.java", LIB);
		assertThat(compiled("build")).as("a state that was built before").isEmpty();

		Files.delete(this.project.resolve("sandbox/src/main/resources/other.txt"));
		assertThat(compiled("build")).as("a deleted file").containsExactly("sandbox");
	}

	@Test
	void resolvesOnlyAfterAChangeOfAPom() throws IOException {
		compiled("build", "lib");
		compiled("build", "lib");
		assertThat(Files.readAllLines(this.project.resolve("maven-calls"))).hasSize(1);
		write("app/pom.xml", "<project><!-- changed --></project>");
		compiled("build", "lib");
		assertThat(Files.readAllLines(this.project.resolve("maven-calls"))).hasSize(2);
	}

	@Test
	void buildsAgainAfterAMoveToAPathWithCharactersOfRegularExpressions() throws IOException {
		compiled("build");
		Path moved = Files.createDirectory(this.project.resolve("hundi+copy [1] & (2)#3"));
		for (Path file : content(this.project)) {
			if (!file.equals(moved)) {
				Files.move(file, moved.resolve(file.getFileName()));
			}
		}
		this.project = moved;
		assertThat(compiled("build")).as("its class path has absolute paths").containsExactly("app");
		write("lib/src/main/java/lib/Lib.java", LIB.replace("int answer", "short answer"));
		assertThat(compiled("build")).containsExactly("lib", "app");
	}

	@Test
	void hidesThePortsOfUpAndGivesEachProgramItsOwnSettingsInTheDirectoryOfTheCaller() throws IOException {
		Map<String, String> settings = new HashMap<>();
		for (String name : List.of("DATABASE_URL", "DATABASE_USERNAME", "DATABASE_PASSWORD", "ROLES_APIPASSWORD",
				"ROLES_RELAYPASSWORD", "PORTAL_ORIGIN", "KEYENCRYPTION_FILE", "KEYENCRYPTION_KMSURI", "FILESTORE",
				"AUDIT_CHECKPOINTKEY", "TOKEN", "STAFF_URL")) {
			settings.put("HUNDI_" + name, "1");
		}
		Map<String, String> ports = portsOfUp();
		assertThat(ports).containsKeys("HUNDI_MAIL_PORT", "HUNDI_KAFKA_PORT", "HUNDI_DEBUG_PORT");
		ports.putAll(settings);
		write("pom.xml", "<module>schema</module>\n<module>cli</module>\n<module>sandbox</module>");
		for (String module : List.of("schema", "cli")) {
			write(module + "/pom.xml", "<project/>");
			write(module + "/target/hundi/class-path", "");
		}
		Path elsewhere = Files.createDirectory(this.project.resolve("elsewhere"));
		Map<String, String> programs = Map.of("migrate", "schema startup.MigrateSchema", "keys",
				"schema startup.ManageKeys", "audit", "schema startup.ManageAudit", "staff",
				"schema installation.ManageStaff", "personal-data", "schema personaldata.ManagePersonalData",
				"requests", "cli cli.OperatorCommand", "up", "sandbox sandbox.Launcher");
		for (String program : programs.values()) {
			String[] name = program.split("[ .]");
			write("%s/src/main/java/dev/hundi/%s/%s.java".formatted(name[0], name[1], name[2]),
					"""
							package dev.hundi.%s; public class %s { public static void main(String[] args) {
							System.getenv().keySet().stream().filter(key -> key.startsWith("HUNDI_")).forEach(System.out::println);
							System.out.println("%s " + java.nio.file.Path.of("").toAbsolutePath()); } }
							"""
						.formatted(name[1], name[2], program));
		}
		Map<String, List<String>> own = Map.of("migrate", List.of("DATABASE", "ROLES"), "keys",
				List.of("DATABASE", "KEYENCRYPTION"), "audit", List.of("DATABASE", "FILESTORE", "AUDIT"), "staff",
				List.of("DATABASE", "PORTAL"), "personal-data", List.of("DATABASE"), "requests",
				List.of("TOKEN", "STAFF"), "up", List.of());
		own.forEach((command, groups) -> {
			String program = programs.getOrDefault(command, "");
			List<String> expected = new ArrayList<>(
					settings.keySet().stream().filter((setting) -> groups.contains(setting.split("_")[1])).toList());
			expected.add(program + " " + (command.equals("up") ? this.project : elsewhere));
			assertThat(runIn(elsewhere, program.startsWith("schema") ? ports : settings, command).output().lines())
				.as(command)
				.containsExactlyInAnyOrderElementsOf(expected);
		});
	}

	private Map<String, String> portsOfUp() {
		Map<String, String> ports = new HashMap<>();
		Pattern.compile("HUNDI_[A-Z_]+_PORT")
			.matcher(run("help").output())
			.results()
			.forEach((port) -> ports.put(port.group(), "1"));
		return ports;
	}

	@Test
	void reportsAnErrorOfTheCompilerAndKeepsTheLastBuild() throws IOException {
		compiled("build", "lib");
		String built = Files.readString(this.project.resolve("lib/target/hundi/current"));
		write("lib/src/main/java/lib/Lib.java", "package lib; class");
		OtherProgram.Printed printed = run("build");
		assertThat(printed.exit()).isEqualTo(1);
		assertThat(printed.errors()).contains("Lib.java", "lib does not compile.");
		assertThat(Files.readString(this.project.resolve("lib/target/hundi/current"))).isEqualTo(built);
	}

	@ParameterizedTest
	@CsvSource({ "up --fast, --fast", "up --fresh now, now", "down --hard, --hard", "down now, now",
			"build --all, --all", "build libs, libs", "build lib --all, --all", "help me, me", "start, start",
			"--verbose, --verbose" })
	void refusesUnknownCommandsAndOptions(String words, String unknown) {
		OtherProgram.Printed printed = run(words.split(" "));
		assertThat(printed.exit()).as("%s", printed).isEqualTo(2);
		assertThat(printed.errors()).startsWith("Unknown ").contains(" " + unknown).contains("./hundi help");
		assertThat(this.project.resolve("maven-calls")).doesNotExist();
	}

	@ParameterizedTest
	@CsvSource({ "help", "--help", "-h", "up --help", "down --help", "build --help" })
	void printsHelp(String words) {
		OtherProgram.Printed printed = run(words.split(" "));
		assertThat(printed.exit()).isZero();
		assertThat(printed.output()).startsWith("Usage: ./hundi COMMAND").contains("crash [--kills N]");
		assertThat(this.project.resolve("maven-calls")).doesNotExist();
	}

	@Test
	void runsOneDetachedPlatformAndStopsIt() throws IOException {
		writeLauncher("System.out.println(\"Ready after 0.1 s.\");");
		assertFails(run("down"), "Hundi is not running here.");
		OtherProgram.Printed up = run("up", "--detach");
		assertThat(up.exit()).as("%s", up).isZero();
		assertThat(lines(up.output())).containsExactly("Ready after 0.1 s.");
		String pid = Files.readString(this.project.resolve("var/hundi.pid")).strip();
		for (String[] again : List.of(new String[] { "up" }, new String[] { "up", "--detach", "--fresh" })) {
			assertFails(run(again), "Hundi already runs here (pid " + pid + "). Stop it with ./hundi down first.");
		}
		OtherProgram.Printed down = run("down");
		assertThat(down).isEqualTo(new OtherProgram.Printed(0, "Stopped.\n", ""));
		assertThat(ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive)).isEmpty();
		assertFails(run("down"), "Hundi is not running here.");
	}

	@Test
	void printsWhatADetachedPlatformWritesWhileTheScriptLooks() throws IOException {
		writeLauncher("");
		executable("bin/wc", """
				#!/bin/sh
				/usr/bin/wc "$@"
				grep -q ^Ready var/up.log || echo 'Ready after 0.1 s.' >>var/up.log
				""");
		OtherProgram.Printed up = run("up", "--detach");
		assertThat(up.exit()).as("%s", up).isZero();
		assertThat(lines(up.output())).containsExactly("Ready after 0.1 s.");
		Awaitility.await().until(() -> run("down").exit() == 0);
	}

	/** Runs until it is stopped. */
	private void writeLauncher(String first) throws IOException {
		write("sandbox/src/main/java/dev/hundi/sandbox/Launcher.java", """
				package dev.hundi.sandbox;
				public class Launcher {
				  public static void main(String[] args) throws Exception {
				    var pid = java.nio.file.Path.of("var/hundi.pid");
				    java.nio.file.Files.writeString(pid, ProcessHandle.current().pid() + "\\n");
				    pid.toFile().deleteOnExit();
				    %s
				    new java.util.concurrent.CountDownLatch(1).await();
				  }
				}
				""".formatted(first));
	}

	/** As after a reboot: the process that has its number now must not be killed. */
	@Test
	void takesNoOtherProcessForThePlatform() throws IOException {
		write("var/hundi.pid", ProcessHandle.current().pid() + "\n");
		assertFails(run("down"), "Hundi is not running here.");
	}

	@Test
	void aDetachedPlatformThatCannotStartFailsTheCommand() throws IOException {
		write("sandbox/src/main/java/dev/hundi/sandbox/Launcher.java", """
				package dev.hundi.sandbox;
				public class Launcher {
				  public static void main(String[] args) {
				    System.out.println("Hundi cannot start. Port 8080 is in use.");
				    System.exit(1);
				  }
				}
				""");
		for (String[] words : List.of(new String[] { "up" }, new String[] { "up", "--detach" })) {
			OtherProgram.Printed printed = run(words);
			assertThat(printed.exit()).as("%s", printed).isEqualTo(1);
			assertThat(lines(printed.output())).containsExactly("Hundi cannot start. Port 8080 is in use.");
		}
	}

	private static void assertFails(OtherProgram.Printed printed, String problem) {
		assertThat(printed.exit()).as("%s", printed).isEqualTo(1);
		assertThat(printed.output()).isEmpty();
		assertThat(printed.errors()).isEqualTo(problem + "\n");
	}

	/** Without what a JVM says about the options of this test. */
	private static List<String> lines(String printed) {
		return printed.lines().filter((line) -> !line.contains("Picked up J")).toList();
	}

	/** Runs a build and returns the modules that it compiled, in order. */
	private List<String> compiled(String... words) {
		OtherProgram.Printed printed = run(words);
		assertThat(printed.exit()).as("%s", printed).isZero();
		return printed.errors()
			.lines()
			.filter((line) -> line.startsWith("Compiling "))
			.map((line) -> line.split(" ")[1])
			.toList();
	}

	private static List<Path> content(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.toList();
		}
	}

	private OtherProgram.Printed run(String... words) {
		return runIn(this.project, Map.of(), words);
	}

	private OtherProgram.Printed runIn(Path directory, Map<String, String> variables, String... words) {
		List<String> command = new ArrayList<>(List.of("bash", "-c", "cd \"$0\" && exec \"$@\"", directory.toString(),
				this.project.resolve("hundi").toString()));
		command.addAll(List.of(words));
		Map<String, String> environment = new HashMap<>(variables);
		environment.put("JAVA_HOME", System.getProperty("java.home"));
		// The tools of the JDK, which JDK_JAVA_OPTIONS does not reach, end before the C2
		// compiler pays off.
		environment.put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
		environment.put("PATH", this.project.resolve("bin") + ":" + System.getenv("PATH"));
		return OtherProgram.run("bash", command, environment, new byte[0]);
	}

	private void executable(String file, String content) throws IOException {
		write(file, content);
		Files.setPosixFilePermissions(this.project.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x"));
	}

	private void write(String file, String content) throws IOException {
		Path path = this.project.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, content);
	}

}
