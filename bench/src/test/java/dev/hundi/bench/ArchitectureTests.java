package dev.hundi.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks every rule of {@link ArchitectureRules} on the code of all modules, and rules
 * that need the sources.
 */
class ArchitectureTests {

	private static final ArchitectureRules rules = new ArchitectureRules("dev.hundi");

	private static final JavaClasses hundi = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.withImportOption((location) -> !location.contains("-tests.jar"))
		.importPackages(rules.root());

	static final List<ArchRule> all = List.of(rules.modulesHaveNoCycle(), rules.packagesHaveNoCycle(),
			rules.schemaKnowsNobody(), rules.exportersKnowNoOtherModule(),
			rules.productsDoNotKnowTheirTestingEnvironment(), rules.onlyTheMoneyKernelWritesMoney(),
			rules.applicationsDoNotReadMoneyTables(), rules.onlyThePortalChecksRightsByAnnotation(),
			rules.onlyPreAuthorizeChecksRights(), rules.namesSayWhatAThingIs(), rules.productsDoNotPrint(),
			rules.timesAreInstants(), rules.fieldsAreNotInjected(), rules.jsonIsJackson3(),
			rules.packagesAreNullMarkedAndExplained());

	@ParameterizedTest
	@FieldSource("all")
	void codeFollowsTheRules(ArchRule rule) {
		rule.check(hundi);
	}

	@ParameterizedTest
	@ValueSource(strings = { "api", "stream", "batch", "portal" })
	void applicationsNeverImportEachOther(String application) {
		rules.applicationsNeverImportEachOther(application).check(hundi);
	}

	/**
	 * Because a rule cannot fail on code that it does not see.
	 */
	@Test
	void everyPackageOfTheSourcesIsSeen() throws IOException {
		List<String> packages = sources("src/main/java").map(ArchitectureTests::read)
			.map((source) -> source.replaceAll("(?s).*?(?:\\A|\\n)package ([a-z0-9.]+);.*", "$1"))
			.distinct()
			.toList();
		assertThat(hundi.stream().map(JavaClass::getPackageName)).containsAll(packages);
	}

	/**
	 * Because a hidden type needs to be understood only inside its package.
	 */
	@Test
	void aThirdOfTheTypesIsHidden() {
		List<JavaClass> types = hundi.stream()
			.filter((type) -> !rules.areIn(List.of("sandbox", "bench")).test(type))
			.filter((type) -> !type.isAnonymousClass() && !type.getSimpleName().equals("package-info"))
			.toList();
		long hidden = types.stream().filter((type) -> !isVisible(type)).count();
		assertThat(hidden * 3).as("%d of %d types are hidden; at least a third must be", hidden, types.size())
			.isGreaterThanOrEqualTo(types.size());
	}

	/**
	 * Because Surefire runs only these names, so a test class with another never runs and
	 * never fails.
	 */
	@Test
	void testClassesHaveNamesThatRun() throws IOException {
		assertThat(sources("src/test/java")
			.filter((file) -> read(file).matches("(?s).*\\n\\s*@(Test|ParameterizedTest|TestFactory)\\b.*")))
			.isNotEmpty()
			.allMatch((file) -> file.toString().endsWith("Tests.java"));
	}

	/**
	 * Because a sleeping test is slow when it passes and wrong when the machine is busy.
	 */
	@Test
	void testsWaitForConditionsAndNotForTime() throws IOException {
		String sleep = "Thread" + ".sleep(";
		assertThat(sources("src/test/java").filter((file) -> read(file).contains(sleep))).isEmpty();
	}

	/**
	 * Because a migration anywhere else would change money tables without the kernel.
	 */
	@Test
	void onlySchemaHoldsSqlFiles() throws IOException {
		assertThat(Repository.files("**/src/main/**.sql")).isNotEmpty()
			.allMatch((file) -> Repository.root().relativize(file).startsWith("schema"));
	}

	private static Stream<Path> sources(String folder) throws IOException {
		return Repository.files("*/" + folder + "/**.java").stream();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean isVisible(JavaClass type) {
		return type.getModifiers().contains(JavaModifier.PUBLIC)
				&& type.getEnclosingClass().map(ArchitectureTests::isVisible).orElse(true);
	}

}
