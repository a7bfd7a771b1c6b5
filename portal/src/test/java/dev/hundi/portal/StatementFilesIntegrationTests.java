package dev.hundi.portal;

import java.util.ArrayList;
import java.util.List;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Every received file is reachable, however many there are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementFilesIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@Test
	void allFilesAreListedPageByPage() {
		TestPortal.Copy staff = TestPortal.sharedCopy(Audience.STAFF);
		for (int i = 1; i <= 120; i++) {
			received(i);
		}
		Visitor auditor = Visitor.signedIn(staff.url(), this.portal.person("au@example.com", null, Role.AUDITOR));
		Visitor.Page page = auditor.get(auditor.get("/statements").document().select("#all-files").attr("href"));
		List<String> names = new ArrayList<>();
		while (true) {
			names.addAll(page.document().select("#file-table tbody td:nth-child(2)").eachText());
			String next = page.document().select("#next").attr("href");
			if (next.isEmpty()) {
				break;
			}
			page = auditor.get(next);
		}
		assertThat(names).hasSize(120).doesNotHaveDuplicates().startsWith("file-120.csv").endsWith("file-1.csv");
	}

	private void received(int number) {
		this.portal.jdbc()
			.sql("""
					INSERT INTO statement_file (sha256, file_name, stored_as, source, status, due_at, size_bytes, ended_at, failure)
					VALUES (sha256(:name::bytea), :name, :name, 'UPLOAD', 'REJECTED', NULL, 1, now(), 'not a statement')
					""")
			.param("name", "file-" + number + ".csv")
			.update();
	}

}
