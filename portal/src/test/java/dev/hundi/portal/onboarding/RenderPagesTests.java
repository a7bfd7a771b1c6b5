package dev.hundi.portal.onboarding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.hundi.onboarding.PageSize;
import dev.hundi.portal.testing.Uploads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RenderPagesTests {

	private final List<Integer> stored = new ArrayList<>();

	@Test
	void drawsEachPageWithinItsLimit() throws Exception {
		assertThat(RenderPages.render(MediaTypes.PDF, Uploads.sheets("a page", 3), this::store)).hasSize(3);
		assertThat(this.stored).containsExactly(1, 2, 3);
	}

	@Test
	void refusesAPageThatTakesLongerThanItsLimit() {
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> RenderPages.render(MediaTypes.PDF, Uploads.sheets("a page", 3), pages(Duration.ZERO),
					this::store))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.SLOW));
		assertThat(this.stored).isEmpty();
	}

	@Test
	void endsAPageOfMillionsOfOperators() {
		byte[] bomb = Uploads.pdfWithContent("0 0 1 1 re f ".repeat(2_000_000));
		assertThat(bomb).as("bytes of the upload").hasSizeLessThan(1_000_000);
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> RenderPages.render(MediaTypes.PDF, bomb, pages(Duration.ofMillis(50)), this::store))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.SLOW));
	}

	/**
	 * A clock that goes on by a second whenever it is read, which is before each
	 * operator.
	 */
	@Test
	void refusesPagesThatTakeLongerTogetherThanADocumentMay() {
		AtomicLong readings = new AtomicLong();
		DrawingTime time = new DrawingTime(RenderPages.PAGE_LIMIT, RenderPages.DOCUMENT_LIMIT,
				() -> readings.getAndIncrement() * 1_000_000_000);
		byte[] document = Uploads.sheets("a page", 6);
		assertThatExceptionOfType(UploadRefusedException.class)
			.isThrownBy(() -> RenderPages.render(MediaTypes.PDF, document, time, this::store))
			.satisfies((ex) -> assertThat(ex.problem()).isEqualTo(UploadProblem.SLOW));
		assertThat(this.stored).as("each page is quick").hasSizeGreaterThan(1);
		assertThat(readings).as("the last page had what was left").hasValueLessThanOrEqualTo(32);
	}

	private static DrawingTime pages(Duration limit) {
		return new DrawingTime(limit, RenderPages.DOCUMENT_LIMIT, System::nanoTime);
	}

	private void store(int page, PageSize size, byte[] png) {
		this.stored.add(page);
	}

}
