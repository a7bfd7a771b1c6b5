package dev.hundi.portal;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Names of uploads, and how many arrive at once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileUploadsIntegrationTests {

	/** Name with a folder, U+202E and a line feed, as RFC 5987 permits it. */
	private static final String NAME = "x\"; filename*=UTF-8''..%%2F%s%%E2%%80%%AEvsc%%0A.csv; y=\"z";

	/** Uploads of 20 MB that an owner may send at once, as UploadPlaces. */
	private static final int LARGEST_OF_OWNER = 3;

	private static final int LARGE_BYTES = 20 * 1024 * 1024;

	private static final int PATIENCE_MS = 60_000;

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@SuppressWarnings("NullAway.Init")
	private Desk slow;

	@SuppressWarnings("NullAway.Init")
	private URI url;

	@BeforeAll
	void start() {
		TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.url = merchants.url();
		this.desk = new Desk(this.portal, merchants, "asha-uploads");
		this.slow = new Desk(this.portal, merchants, "slow-uploads");
	}

	@Test
	void aBulkFileIsCalledByWhatIsShownOfItsName() {
		Visitor.Page uploaded = this.desk.as(Role.MAKER).upload("/bulk", NAME.formatted("pay"), rows());
		assertThat(uploaded.status()).isEqualTo(302);
		assertThat(uploaded.follow().text()).contains("payvsc.csv");
		assertThat(this.portal.jdbc()
			.sql("SELECT file_name FROM bulk_file WHERE business_id = :id")
			.param("id", this.desk.id())
			.query(String.class)
			.list()).containsExactly("payvsc.csv");
	}

	/** Characters of Indian scripts have three bytes. */
	@Test
	void aFileMayHaveALongNameInAnIndianScript() {
		String name = "वेतन-".repeat(50) + ".csv";
		Visitor.Page uploaded = this.slow.as(Role.OWNER).upload("/bulk", name, rows());
		assertThat(uploaded.status()).isEqualTo(302);
		assertThat(uploaded.follow().text()).contains(name);
	}

	@Test
	void anImportIsCalledByWhatIsShownOfItsName() {
		byte[] rows = "Name,Phone,VPA\nUma,9876543210,uma@okbank\n".getBytes(StandardCharsets.UTF_8);
		assertThat(this.desk.as(Role.MAKER).upload("/beneficiaries/import", NAME.formatted("list"), rows).status())
			.isEqualTo(302);
		assertThat(this.portal.jdbc()
			.sql("SELECT object FROM audit_event WHERE business_id = :id AND act = 'BENEFICIARIES_IMPORTED'")
			.param("id", this.desk.id())
			.query(String.class)
			.list()).containsExactly("listvsc.csv");
	}

	@Test
	void aStatementIsCalledByWhatIsShownOfItsName() {
		TestPortal.Copy staff = TestPortal.sharedCopy(Audience.STAFF);
		Visitor maker = Visitor.signedIn(staff.url(),
				this.portal.person("hostile-uploads@example.com", null, Role.FINANCE_MAKER));
		maker.upload("/statements/uploads?account=50100012345678&reason=sent%20by%20mail", NAME.formatted("day"),
				rows());
		assertThat(maker.get("/statements").text()).contains("dayvsc.csv");
	}

	/** What arrives is in a temporary directory, which is memory in a container. */
	@Test
	void largeUploadsOfOneBusinessAtOnceAreLimited() throws IOException {
		Visitor visitor = this.slow.as(Role.VIEWER);
		List<Socket> begun = new ArrayList<>();
		try {
			for (int i = 0; i <= LARGEST_OF_OWNER; i++) {
				begun.add(begin(visitor));
			}
			await().until(() -> answered(begun),
					(lines) -> lines.stream().anyMatch((line) -> line.startsWith("HTTP/1.1 503")));
			assertThat(this.desk.as(Role.MAKER).upload("/beneficiaries/import", "other.csv", rows()).status())
				.as("of another business")
				.isEqualTo(200);
			assertThat(visitor.get("/bulk").status()).isEqualTo(200);
		}
		finally {
			for (Socket socket : begun) {
				socket.close();
			}
		}
		await().untilAsserted(
				() -> assertThat(this.slow.as(Role.MAKER).upload("/bulk", "large.csv", new byte[LARGE_BYTES]).status())
					.isEqualTo(302));
	}

	/** It would keep its room, and four businesses could keep it from all others. */
	@Test
	void aSlowUploadIsEnded() throws IOException {
		try (Socket socket = begin(this.desk.as(Role.VIEWER))) {
			await().pollInterval(Duration.ofMillis(500)).until(() -> {
				boolean answered = socket.getInputStream().available() > 0;
				if (!answered) {
					socket.getOutputStream().write('x');
				}
				return answered;
			});
			StringBuilder answer = new StringBuilder();
			await().untilAsserted(() -> {
				answered(List.of(socket)).forEach(answer::append);
				assertThat(answer).startsWith("HTTP/1.1 408").contains("The file arrived too slowly");
			});
		}
	}

	/** Announces a large upload and does not send it. */
	private Socket begin(Visitor visitor) throws IOException {
		Socket socket = new Socket(this.url.getHost(), this.url.getPort());
		socket.setSoTimeout(PATIENCE_MS);
		socket.getOutputStream()
			.write("""
					POST /bulk HTTP/1.1\r
					Host: %s:%d\r
					Cookie: %s\r
					Accept: text/html\r
					Content-Type: multipart/form-data; boundary=x\r
					Content-Length: %d\r
					\r
					--x\r
					""".formatted(this.url.getHost(), this.url.getPort(), visitor.cookies(), LARGE_BYTES)
				.getBytes(StandardCharsets.ISO_8859_1));
		return socket;
	}

	/** The first lines of the answers that have arrived. */
	private static List<String> answered(List<Socket> sockets) throws IOException {
		List<String> lines = new ArrayList<>();
		for (Socket socket : sockets) {
			byte[] begin = new byte[socket.getInputStream().available()];
			if (begin.length > 0) {
				lines.add(new String(begin, 0, socket.getInputStream().read(begin), StandardCharsets.ISO_8859_1));
			}
		}
		return lines;
	}

	private static byte[] rows() {
		return "Name,Amount\n%s,1\n".formatted(UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
	}

}
