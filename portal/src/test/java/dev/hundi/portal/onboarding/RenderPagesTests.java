package dev.hundi.portal.onboarding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.portal.testing.Uploads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RenderPagesTests {

	private final List<Integer> stored = new ArrayList<>();

	@Test
	void drawsEachPageWithinItsLimit() throws Exception {
		assertThat(RenderPages.render(MediaTypes.PDF, Uploads.pdf("a page", 3), RenderPages.PAGE_LIMIT, this::store))
			.hasSize(3);
		assertThat(this.stored).containsExactly(1, 2, 3);
	}

	@Test
	void refusesAPageThatTakesLongerThanItsLimit() {
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> RenderPages.render(MediaTypes.PDF, Uploads.pdf("a page", 3), Duration.ZERO, this::store))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.SLOW));
		assertThat(this.stored).isEmpty();
	}

	@Test
	void endsAPageOfMillionsOfOperators() {
		byte[] bomb = Uploads.pdfWithContent("0 0 1 1 re f ".repeat(2_000_000));
		assertThat(bomb).as("bytes of the upload").hasSizeLessThan(1_000_000);
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> RenderPages.render(MediaTypes.PDF, bomb, Duration.ofMillis(50), this::store))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.SLOW));
	}

	private void store(int page, byte[] png) {
		this.stored.add(page);
	}

}
