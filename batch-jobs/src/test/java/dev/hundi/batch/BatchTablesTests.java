package dev.hundi.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

class BatchTablesTests {

	/** Fails when a newer version of Spring Batch needs different tables. */
	@Test
	void createsTheTablesOfThisSpringBatchVersion() throws IOException {
		assertThat(statements("db/migration/*__create_spring_batch_tables.sql"))
			.containsAll(statements("org/springframework/batch/core/schema-postgresql.sql"));
	}

	private static List<String> statements(String script) throws IOException {
		Resource[] found = new PathMatchingResourcePatternResolver().getResources("classpath*:" + script);
		assertThat(found).as(script).hasSize(1);
		String sql = found[0].getContentAsString(StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
		return Stream.of(sql.split(";"))
			.map((statement) -> statement.replaceAll("\\s+", " ").strip())
			.filter((statement) -> !statement.isEmpty())
			.toList();
	}

}
