package dev.hundi.retention;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long personal data is kept: {@code hundi.retention.*}. The database refuses to
 * erase anything younger than the legal minimum, which is also the default.
 *
 * @param transactionYears years after a payout, a bulk file or a callback, after the last
 * change of an archived beneficiary, and after the end of the relation with a business
 * (Prevention of Money-laundering Act 2002, section 12; RBI Master Direction KYC 2016,
 * section 46)
 * @param bookYears financial years before the current one for which bank statements are
 * kept (Companies Act 2013, section 128(5); the CGST Act 2017, section 36, asks for less)
 * @param phraseAge how long search phrases of exports are kept
 * @param folderAge how long files stay in folders after they were stored or processed
 * @param draftAge how long an onboarding that was never submitted is kept after its last
 * use, with its people
 * @param folders further folders, such as {@code processed} and {@code rejected} of a
 * file-based bank
 */
public record RetentionPeriods(@DefaultValue("5") int transactionYears, @DefaultValue("8") int bookYears,
		@DefaultValue("400d") Duration phraseAge, @DefaultValue("90d") Duration folderAge,
		@DefaultValue("180d") Duration draftAge, @Nullable List<Path> folders) {

	static final int LEAST_TRANSACTION_YEARS = 5;

	static final int LEAST_BOOK_YEARS = 8;

	static final Duration LEAST_DRAFT_AGE = Duration.ofDays(30);

	private static final int APRIL = 4;

	public RetentionPeriods {
		if (transactionYears < LEAST_TRANSACTION_YEARS) {
			throw new IllegalArgumentException("hundi.retention.transaction-years must be 5 or more: PMLA, section 12");
		}
		if (bookYears < LEAST_BOOK_YEARS) {
			throw new IllegalArgumentException(
					"hundi.retention.book-years must be 8 or more: Companies Act, section 128(5)");
		}
		if (phraseAge.compareTo(Duration.ofDays(1)) < 0 || folderAge.compareTo(Duration.ofDays(1)) < 0) {
			throw new IllegalArgumentException("hundi.retention: phrase-age and folder-age must be a day or more");
		}
		if (draftAge.compareTo(LEAST_DRAFT_AGE) < 0) {
			throw new IllegalArgumentException("hundi.retention.draft-age must be 30 days or more");
		}
		folders = (folders != null) ? List.copyOf(folders) : List.of();
	}

	/**
	 * What ended before this time has expired; start of an Indian day.
	 */
	public Instant expiredBefore(Basis basis, Instant now) {
		LocalDate today = India.dateOf(now);
		return India.startOf(switch (basis) {
			case TRANSACTION -> today.minusYears(this.transactionYears);
			case BOOKS -> financialYearOf(today).minusYears(this.bookYears);
			case DRAFT -> India.dateOf(now.minus(this.draftAge));
			case NONE -> India.dateOf(now.minus(this.phraseAge));
		});
	}

	/** The first day on which data of a moment has expired, in India. */
	public LocalDate keptUntil(Basis basis, Instant ended) {
		LocalDate day = India.dateOf(ended);
		return switch (basis) {
			case TRANSACTION -> dayAfter(day, this.transactionYears);
			case BOOKS -> financialYearOf(day).plusYears(this.bookYears + 1L);
			case DRAFT -> day.plusDays(this.draftAge.toDays() + 1);
			case NONE -> day.plusDays(this.phraseAge.toDays() + 1);
		};
	}

	/**
	 * The first day that is more than some years after another. On 29 February the day
	 * some years before may be the 28th.
	 */
	private static LocalDate dayAfter(LocalDate day, int years) {
		LocalDate after = day.plusYears(years).plusDays(1);
		return after.minusYears(years).isAfter(day) ? after : after.plusDays(1);
	}

	private static LocalDate financialYearOf(LocalDate day) {
		LocalDate april = LocalDate.of(day.getYear(), APRIL, 1);
		return day.isBefore(april) ? april.minusYears(1) : april;
	}

	/** Why data is kept, which decides for how long. */
	public enum Basis {

		/** Particulars of a transaction and its parties. */
		TRANSACTION,

		/** Books of account with their vouchers. */
		BOOKS,

		/** No law; an onboarding that its business may still submit. */
		DRAFT,

		/** No law; kept for as long as it is useful. */
		NONE

	}

}
