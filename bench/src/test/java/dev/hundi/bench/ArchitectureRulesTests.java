package dev.hundi.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each rule finds the class written to break it and explains itself.
 */
class ArchitectureRulesTests {

	private static final ArchitectureRules rules = new ArchitectureRules("dev.hundi.bench.broken");

	private static final JavaClasses broken = new ClassFileImporter().importPackages(rules.root());

	@Test
	void findsModuleCycles() {
		assertThat(finds(rules.modulesHaveNoCycle())).contains("api", "schema", "KnowsTheApi", "WritesMoney");
	}

	@Test
	void findsPackageCycles() {
		assertThat(finds(rules.packagesHaveNoCycle())).contains("broken.payout", "broken.wallet", "PackageCycle");
	}

	@Test
	void findsApplicationsThatImportEachOther() {
		assertThat(finds(rules.applicationsNeverImportEachOther("api"))).contains("ImportsStream", "PayoutService");
	}

	@Test
	void findsSchemaThatDependsOnAnApplication() {
		assertThat(finds(rules.schemaKnowsNobody())).contains("KnowsTheApi").doesNotContain("ImportsStream");
	}

	@Test
	void findsExportersThatDependOnTables() {
		assertThat(finds(rules.exportersKnowNoOtherModule())).contains("KnowsWallets");
	}

	@Test
	void findsProductsThatDependOnTheSandbox() {
		assertThat(finds(rules.productsDoNotKnowTheirTestingEnvironment())).contains("PayoutService", "Simulator");
	}

	@Test
	void findsWritesOfMoneyOutsideTheKernel() {
		assertThat(finds(rules.onlyTheMoneyKernelWritesMoney()))
			.contains("broken.api.WritesMoney holds", "broken.api.WritesEvents holds", "UPDATE wallet")
			.doesNotContain("broken.payout.Payouts holds");
	}

	@Test
	void findsReadsOfMoneyInApplications() {
		assertThat(finds(rules.applicationsDoNotReadMoneyTables())).contains("broken.api.ReadsMoney holds",
				"FROM ledger_entry");
	}

	@Test
	void findsRightsThatAreNotEnforced() {
		assertThat(finds(rules.onlyThePortalChecksRightsByAnnotation())).contains("ChecksRights");
		assertThat(finds(rules.onlyPreAuthorizeChecksRights())).contains("ChecksRights", "PostAuthorize");
	}

	@Test
	void findsMeaninglessNames() {
		assertThat(finds(rules.namesSayWhatAThingIs())).contains("PayoutService");
	}

	@Test
	void findsPrinting() {
		assertThat(finds(rules.productsDoNotPrint())).contains("BadManners", "System.out");
	}

	@Test
	void findsOldDates() {
		assertThat(finds(rules.timesAreInstants())).contains("BadManners", "java.util.Date");
	}

	@Test
	void findsFieldInjection() {
		assertThat(finds(rules.fieldsAreNotInjected())).contains("BadManners.injected");
	}

	@Test
	void findsJackson2() {
		assertThat(finds(rules.jsonIsJackson3())).contains("BadManners", "ObjectMapper");
	}

	@Test
	void findsUndocumentedPackages() {
		assertThat(finds(rules.packagesAreNullMarkedAndExplained())).contains("broken.payout");
	}

	private static String finds(ArchRule rule) {
		EvaluationResult result = rule.evaluate(broken);
		assertThat(result.hasViolation()).as(rule.getDescription()).isTrue();
		assertThat(rule.getDescription()).contains("because");
		return result.getFailureReport().toString();
	}

}
