package dev.hundi.portal.home;

import java.time.Instant;
import java.util.UUID;

import dev.hundi.payout.PayoutFigures.Counts;
import dev.hundi.portal.home.KeptFigures.Kept;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeptFiguresTests {

	private static final UUID BUSINESS = new UUID(0, 1);

	private static final UUID OTHER = new UUID(0, 2);

	/** 12:30 of India. */
	private static final Instant NOON = Instant.parse("2026-11-29T07:00:00Z");

	private final KeptFigures<Today> kept = new KeptFigures<>();

	private long present;

	@Test
	void countsFewPayoutsForEachPage() {
		this.present = Today.FEW;
		assertThat(paid(BUSINESS, NOON)).isEqualTo(this.present);
		this.present--;
		assertThat(paid(BUSINESS, NOON)).isEqualTo(this.present);
	}

	@Test
	void keepsManyForFiftyTimesAsLongAsTheyTake() {
		this.present = 1_000_000;
		assertThat(paid(BUSINESS, NOON)).isEqualTo(1_000_000);
		this.present++;
		assertThat(paid(BUSINESS, NOON.plusSeconds(49))).isEqualTo(1_000_000);
		assertThat(paid(OTHER, NOON.plusSeconds(49))).as("of another business").isEqualTo(1_000_001);
		assertThat(paid(BUSINESS, NOON.plusSeconds(50))).isEqualTo(1_000_001);
	}

	@Test
	void keepsNothingBeyondTheDay() {
		Instant midnight = Instant.parse("2026-11-29T18:30:00Z");
		this.present = 1_000_000;
		assertThat(paid(BUSINESS, midnight.minusSeconds(2))).isEqualTo(1_000_000);
		this.present = 0;
		assertThat(paid(BUSINESS, midnight.minusSeconds(1))).isEqualTo(1_000_000);
		assertThat(paid(BUSINESS, midnight)).isZero();
	}

	@Test
	void saysWhenItMayBeLate() {
		assertThat(today(Today.FEW, NOON).isKept()).isFalse();
		assertThat(today(Today.FEW + 1, NOON).isKept()).isTrue();
	}

	private long paid(UUID business, Instant now) {
		return this.kept.get(business, now, () -> {
			Today counted = today(this.present, now);
			return new Kept<>(counted, counted.until());
		}).counts().paid();
	}

	private static Today today(long paid, Instant now) {
		return new Today(new Counts(paid, 0, 0, 0, 0, 0), now);
	}

}
