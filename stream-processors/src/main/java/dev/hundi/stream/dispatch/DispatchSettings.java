package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Dispatch: {@code hundi.dispatch.*}.
 *
 * @param banks the banks by name. A name must always identify the same bank: a different
 * bank under an old name would receive enquiries and resends of orders it has never seen
 * @param allowHttp whether to permit banks without TLS or client certificate; for the
 * sandbox and tests
 * @param batchSize maximum number of payouts claimed per transaction
 * @param lease duration of a claim; must exceed a call to the bank plus the recording of
 * its answer
 * @param enquiryInterval poll interval of due enquiries, registrations of beneficiaries
 * and files of banks, and how long a poll waits for the answers of slow banks. Callbacks
 * and new beneficiaries do not wait for it
 * @param enquirySchedule pauses between enquiries; the last one is repeated. Empty means
 * the default schedule
 * @param giveUpAfter age at which an attempt, or the doubt about its payout, needs manual
 * review (T+3)
 * @param notSentAfter age from which two consecutive "not found" answers prove that an
 * order was never sent. It is then sent again under the same reference, which the bank
 * pays at most once
 * @param retrySchedule delays before a bank is retried for a payout that could not be
 * sent to it, by attempt; the last one is repeated
 * @param drainInterval poll interval at which parked payouts are resent to recovered
 * banks, and at which switches of banks are looked for
 */
public record DispatchSettings(@Nullable Map<String, BankSettings> banks, @DefaultValue("false") boolean allowHttp,
		@DefaultValue("64") int batchSize, @DefaultValue("30s") Duration lease,
		@DefaultValue("1s") Duration enquiryInterval, @Nullable List<Duration> enquirySchedule,
		@DefaultValue("3d") Duration giveUpAfter, @DefaultValue("60s") Duration notSentAfter, @DefaultValue( {
				"1s", "5s", "15s", "30s", "1m", "5m" }) List<Duration> retrySchedule,
		@DefaultValue("500ms") Duration drainInterval){

	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

	public DispatchSettings {
		banks = (banks != null) ? Map.copyOf(banks) : Map.of();
		retrySchedule = List.copyOf(retrySchedule);
		banks.forEach((name, bank) -> {
			if (!NAME.matcher(name).matches()) {
				throw new IllegalArgumentException("hundi.dispatch.banks: invalid bank name " + name);
			}
			bank.requireAuthentication("hundi.dispatch.banks." + name, allowHttp);
		});
		enquirySchedule = (enquirySchedule == null || enquirySchedule.isEmpty()) ? standardSchedule()
				: List.copyOf(enquirySchedule);
		if (batchSize < 1) {
			throw new IllegalArgumentException("hundi.dispatch.batch-size must be 1 or more");
		}
		if (lease.toMillis() < 1 || enquiryInterval.toMillis() < 1 || giveUpAfter.toMillis() < 1
				|| drainInterval.toMillis() < 1 || retrySchedule.isEmpty()
				|| retrySchedule.stream().anyMatch((pause) -> pause.toMillis() < 1)
				|| enquirySchedule.stream().anyMatch((pause) -> pause.toMillis() < 1)) {
			throw new IllegalArgumentException("The durations of hundi.dispatch must be above zero");
		}
		if (notSentAfter.compareTo(lease) <= 0) {
			throw new IllegalArgumentException(
					"hundi.dispatch.not-sent-after must be longer than hundi.dispatch.lease: a call of a leased attempt may still reach the bank");
		}
	}

	/**
	 * 5 s, 15 s, 30 s, 1 min, 2 min, 5 min six times, 15 min eight times, then hourly.
	 */
	private static List<Duration> standardSchedule() {
		List<Duration> schedule = new ArrayList<>(List.of(Duration.ofSeconds(5), Duration.ofSeconds(15),
				Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(2)));
		schedule.addAll(Collections.nCopies(6, Duration.ofMinutes(5)));
		schedule.addAll(Collections.nCopies(8, Duration.ofMinutes(15)));
		schedule.add(Duration.ofHours(1));
		return List.copyOf(schedule);
	}

	@Override
	public Map<String, BankSettings> banks() {
		return Objects.requireNonNull(this.banks);
	}

	/** Whether a bank may sign callbacks. */
	public boolean receivesCallbacks() {
		return banks().values()
			.stream()
			.anyMatch((bank) -> bank.callbackKeyFile() != null || bank.security().signatureBundle() != null);
	}

	/** For how long a claim must hold: until the bank's answers are recorded. */
	public Duration longestUseOfClaim() {
		return banks().values()
			.stream()
			.map((bank) -> bank.longestCall().plus(bank.longestRecording()))
			.max(Comparator.naturalOrder())
			.orElse(Duration.ZERO);
	}

	Duration retryDelay(int attempt) {
		return this.retrySchedule.get(Math.min(attempt, this.retrySchedule.size()) - 1);
	}

	/**
	 * Returns the pause before the next enquiry about a return: as long as its enquiries
	 * have lasted so far, but within the pauses of the schedule.
	 * @param age since the first of them was due
	 * @return null if the payout needs manual review
	 */
	@Nullable Duration nextReturnEnquiry(Duration age) {
		Duration shortest = nextEnquiry(0, age);
		Duration longest = nextEnquiry(Integer.MAX_VALUE, age);
		if (shortest == null || longest == null || age.compareTo(shortest) < 0) {
			return shortest;
		}
		return (age.compareTo(longest) < 0) ? age : longest;
	}

	/**
	 * Returns the pause before the next enquiry.
	 * @param enquiries number of enquiries made
	 * @param age age of the attempt
	 * @return null if the payout needs manual review
	 */
	@Nullable Duration nextEnquiry(int enquiries, Duration age) {
		if (age.compareTo(this.giveUpAfter) >= 0) {
			return null;
		}
		List<Duration> schedule = this.enquirySchedule;
		return (schedule != null) ? schedule.get(Math.min(enquiries, schedule.size() - 1)) : null;
	}

}
