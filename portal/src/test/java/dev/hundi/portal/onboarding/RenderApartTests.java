package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.hundi.onboarding.PageSize;
import dev.hundi.portal.testing.Uploads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class RenderApartTests {

	private final List<Integer> stored = new ArrayList<>();

	@Test
	void drawsPagesInAnotherProcessThatEnds() throws Exception {
		List<PageSize> sizes = RenderApart.render(MediaTypes.PDF, Uploads.sheets("a page", 3), this::store);
		assertThat(sizes).hasSize(3).containsOnly(new PageSize(1355, 1754));
		assertThat(this.stored).containsExactly(1, 2, 3);
		assertThat(RenderApart.render(MediaTypes.PNG, Uploads.picture("png", "a page"), this::store))
			.containsExactly(new PageSize(600, 800));
		noProcessIsLeft();
	}

	@ParameterizedTest
	@MethodSource("bombs")
	void refusesWhatNeedsMoreMemoryThanThereIs(byte[] bomb) throws Exception {
		assertThat(bomb).as("bytes of the upload").hasSizeLessThan(1_000_000);
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> RenderApart.render(MediaTypes.PDF, bomb, this::store))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.UNREADABLE));
		noProcessIsLeft();
		assertThat(RenderApart.render(MediaTypes.PDF, Uploads.sheets("a page", 1), this::store)).as("the next upload")
			.hasSize(1);
	}

	static List<byte[]> bombs() {
		return List.of(Uploads.pdfThatInflates(600), Uploads.pdfWithMask(20_000, 20_000));
	}

	/** Such as one that ends because its container stops. */
	@Test
	void aProcessThatIsKilledIsNotTheFaultOfTheDocument() {
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(
					() -> RenderApart.render(MediaTypes.PDF, Uploads.sheets("a page", 50), (page, size, png) -> kill()))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.INTERRUPTED));
		noProcessIsLeft();
	}

	/** Kills the process that draws, if there is one. */
	static boolean kill() {
		return drawing().map((child) -> {
			child.destroyForcibly();
			child.onExit().join();
			return child;
		}).isPresent();
	}

	/** By its first option: the end of a long command line is not known. */
	private static Optional<ProcessHandle> drawing() {
		return ProcessHandle.current()
			.children()
			.filter((child) -> child.info().commandLine().orElse("").contains(RenderApart.MEMORY))
			.findFirst();
	}

	@Test
	void aDiskThatFailsIsNotTheFaultOfTheDocument() {
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> RenderApart.render(MediaTypes.PDF, Uploads.sheets("a page", 2), (page, size, png) -> {
				throw new IOException("No space left on device");
			}))
			.withMessage("No space left on device");
		noProcessIsLeft();
	}

	private static void noProcessIsLeft() {
		await().until(() -> drawing().isEmpty());
	}

	private void store(int page, PageSize size, byte[] png) {
		this.stored.add(page);
	}

}
