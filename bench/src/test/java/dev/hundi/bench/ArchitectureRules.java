package dev.hundi.bench;

import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.jspecify.annotations.NullMarked;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Dependency rules between packages and conventions that no compiler checks. The root is
 * a parameter, so that tests can prove each rule on classes written to break it.
 *
 * @param root the package above all modules
 */
record ArchitectureRules(String root) {

	private static final List<String> APPLICATIONS = List.of("api", "stream", "batch", "portal");

	private static final List<String> OUTSIDE_SCHEMA = List.of("api", "stream", "batch", "portal", "export", "cli",
			"sandbox", "bench");

	/**
	 * The money kernel, and the seeds of benchmark databases, which bypass its guards.
	 */
	private static final List<String> WRITERS_OF_MONEY = List.of("payout", "wallet", "ledger", "bank", "bench.seed");

	private static final String MONEY_TABLE = "(ONLY\\s+)?(public\\.)?\"?"
			+ "(payout|payout_event|payout_status_transition|wallet|wallet_movement|ledger_\\w+)\\b";

	private static final String WRITES_MONEY = "(?i)\\b(UPDATE|INSERT\\s+INTO|DELETE\\s+FROM|MERGE\\s+INTO"
			+ "|TRUNCATE(\\s+TABLE)?|ALTER\\s+TABLE|LOCK(\\s+TABLE)?|COPY)\\s+" + MONEY_TABLE;

	/**
	 * Upper case only, as in all our SQL, so that "from wallet" in a sentence does not
	 * match.
	 */
	private static final String READS_MONEY = "\\b(FROM|JOIN)\\s+" + MONEY_TABLE;

	ArchRule modulesHaveNoCycle() {
		return slices().assignedFrom(new Modules())
			.should()
			.beFreeOfCycles()
			.because("a module in a cycle can be neither built nor understood alone");
	}

	ArchRule packagesHaveNoCycle() {
		return slices().assignedFrom(new Packages())
			.should()
			.beFreeOfCycles()
			.because("features are read one at a time, and a cycle makes them one");
	}

	ArchRule applicationsNeverImportEachOther(String application) {
		return noClasses().that(areIn(List.of(application)))
			.should()
			.dependOnClassesThat(areIn(APPLICATIONS.stream().filter((other) -> !other.equals(application)).toList()))
			.allowEmptyShould(true)
			.because("applications share nothing but the database, Kafka and the file store, so that each runs alone");
	}

	ArchRule schemaKnowsNobody() {
		return noClasses().that(areInSchema())
			.should()
			.dependOnClassesThat(areIn(OUTSIDE_SCHEMA))
			.because("tables and messages do not depend on the applications that use them");
	}

	ArchRule exportersKnowNoOtherModule() {
		return noClasses().that(areIn(List.of("export")))
			.should()
			.dependOnClassesThat(resideInAPackage(this.root + "..")
				.and(DescribedPredicate.not(areIn(List.of("export", "money", "time")))))
			.because(
					"exporters write rows that callers pass to them and read no table; only the formats of money and time are shared");
	}

	ArchRule productsDoNotKnowTheirTestingEnvironment() {
		return noClasses().that(DescribedPredicate.not(areIn(List.of("sandbox", "bench"))))
			.should()
			.dependOnClassesThat(areIn(List.of("sandbox", "bench")))
			.because("production code must run without the sandbox and the benchmarks");
	}

	ArchRule onlyTheMoneyKernelWritesMoney() {
		return classes().that(DescribedPredicate.not(areIn(WRITERS_OF_MONEY)))
			.should(new HoldNoText("SQL that changes a payout, wallet or ledger table", WRITES_MONEY))
			.because(
					"wallets, ledger and payout status change only through the money kernel of schema, which keeps the "
							+ "books balanced; the sandbox seeds through it too");
	}

	ArchRule applicationsDoNotReadMoneyTables() {
		return classes().that(areIn(APPLICATIONS))
			.should(new HoldNoText("SQL that reads a payout, wallet or ledger table", READS_MONEY))
			.allowEmptyShould(true)
			.because("only schema touches ledger, wallet and payout tables; applications call it");
	}

	ArchRule onlyThePortalChecksRightsByAnnotation() {
		return noClasses().that(DescribedPredicate.not(areIn(List.of("portal"))))
			.should()
			.dependOnClassesThat(resideInAPackage("org.springframework.security.access.prepost.."))
			.allowEmptyShould(true)
			.because("the portal enforces these annotations in its own classes only");
	}

	ArchRule onlyPreAuthorizeChecksRights() {
		return noClasses().should()
			.dependOnClassesThat(resideInAnyPackage("org.springframework.security.access.prepost..",
					"org.springframework.security.access.annotation..", "jakarta.annotation.security..")
				.and(DescribedPredicate.not(JavaClass.Predicates.simpleName("PreAuthorize"))))
			.allowEmptyShould(true)
			.because("the portal enforces no other annotation of rights");
	}

	ArchRule namesSayWhatAThingIs() {
		return noClasses().should()
			.haveNameMatching(".*(Service|Impl|Manager|Helper|Helpers|Util|Utils)(\\$.*)?")
			.because("stores are plurals, actions are verb phrases and rules are nouns; these suffixes say nothing");
	}

	ArchRule productsDoNotPrint() {
		return noClasses().that(DescribedPredicate.not(areIn(List.of("cli", "sandbox", "bench"))))
			.should(ACCESS_STANDARD_STREAMS)
			.because("what an application says goes to its log, where a line has a time and a level");
	}

	ArchRule timesAreInstants() {
		return noClasses().should()
			.dependOnClassesThat(belongToAnyOf(Date.class, Calendar.class, DateFormat.class, SimpleDateFormat.class))
			.because("times are instants in UTC; java.util.Date is mutable and hides its zone");
	}

	ArchRule fieldsAreNotInjected() {
		return noFields().should()
			.beAnnotatedWith(DescribedPredicate
				.describe("an annotation that injects",
						(annotation) -> List.of("org.springframework.beans.factory.annotation.Autowired",
								"org.springframework.beans.factory.annotation.Value", "jakarta.annotation.Resource",
								"jakarta.inject.Inject")
							.contains(annotation.getRawType().getName())))
			.because("a constructor shows the dependencies of a class, keeps them final and lets tests pass them");
	}

	ArchRule jsonIsJackson3() {
		return noClasses().should()
			.dependOnClassesThat(resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind.."))
			.because(
					"Jackson 2 is here only for Debezium and Kafka; two JSON libraries read the same text differently");
	}

	ArchRule packagesAreNullMarkedAndExplained() {
		return classes().should(new LiveInAPackageWith(NullMarked.class))
			.because("each package states its purpose and tables, and null is checked in all of them");
	}

	DescribedPredicate<JavaClass> areIn(List<String> modules) {
		return resideInAnyPackage(
				modules.stream().map((module) -> this.root + "." + module + "..").toArray(String[]::new));
	}

	DescribedPredicate<JavaClass> areInSchema() {
		return resideInAPackage(this.root + "..").and(DescribedPredicate.not(areIn(OUTSIDE_SCHEMA)));
	}

	/** The feature or application of a class: the part of its package after the root. */
	private String part(JavaClass type) {
		String rest = type.getPackageName().substring(Math.min(type.getPackageName().length(), this.root.length() + 1));
		int dot = rest.indexOf('.');
		return (dot < 0) ? rest : rest.substring(0, dot);
	}

	private final class Modules implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			if (!type.getPackageName().startsWith(ArchitectureRules.this.root)) {
				return SliceIdentifier.ignore();
			}
			String part = part(type);
			return SliceIdentifier.of(OUTSIDE_SCHEMA.contains(part) ? part : "schema");
		}

		@Override
		public String getDescription() {
			return "modules";
		}

	}

	private final class Packages implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return type.getPackageName().startsWith(ArchitectureRules.this.root)
					? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}

}
