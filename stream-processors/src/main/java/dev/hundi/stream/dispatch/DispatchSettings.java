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
 * @param banks the banks by name, without any set only one named {@code sandbox}. A name
 * stands for one bank for ever: another bank under the name of the first would be asked
 * about, and sent again, orders that it has never seen
 * @param batchSize payouts claimed in one transaction at most
 * @param lease how long a claim holds; it must outlast a call to the bank and the
 * recording of its answer
 * @param enquiryInterval pause between two looks for enquiries that are due
 * @param enquirySchedule pauses between enquiries; the last one is repeated. Empty: the
 * schedule of the architecture
 * @param giveUpAfter age of an attempt from which a person decides (T+3)
 * @param notSentAfter age of an attempt from which "no such reference", answered twice in
 * a row, means that the order was never sent. The order goes out again under the same
 * reference, which the bank pays once at most
 * @param retrySchedule how long a bank is not tried again for a payout that could not be
 * sent to it, by the number of tries; the last one is repeated
 * @param drainInterval pause between two looks at whether a bank takes parked payouts
 * again
 */
public record DispatchSettings(@Nullable Map<String, BankSettings> banks, @DefaultValue("64") int batchSize,
		@DefaultValue("30s") Duration lease, @DefaultValue("500ms") Duration enquiryInterval,
		@Nullable List<Duration> enquirySchedule, @DefaultValue("3d") Duration giveUpAfter,
		@DefaultValue("60s") Duration notSentAfter, @DefaultValue( {
				"1s", "5s", "15s", "30s", "1m", "5m" }) List<Duration> retrySchedule,
		@DefaultValue("500ms") Duration drainInterval){

	private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

	public DispatchSettings {
		banks = (banks == null || banks.isEmpty()) ? Map.of("sandbox", BankSettings.standard()) : Map.copyOf(banks);
		retrySchedule = List.copyOf(retrySchedule);
		banks.keySet().forEach((name) -> {
			if (!NAME.matcher(name).matches()) {
				throw new IllegalArgumentException("hundi.dispatch.banks: no name for a bank is " + name);
			}
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
					"hundi.dispatch.not-sent-after must be longer than hundi.dispatch.lease: a call under a lease may still reach the bank");
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

	/** The banks by name. */
	@Override
	public Map<String, BankSettings> banks() {
		return Objects.requireNonNull(this.banks);
	}

	/** The longest that a call to any bank can take. */
	public Duration longestCall() {
		return banks().values().stream().map(BankSettings::longestCall).max(Comparator.naturalOrder()).orElseThrow();
	}

	/**
	 * How long a bank is not tried again for a payout that a try could not be sent of.
	 */
	Duration restAfter(int attempt) {
		return this.retrySchedule.get(Math.min(attempt, this.retrySchedule.size()) - 1);
	}

	/**
	 * The pause before the next enquiry.
	 * @param enquiries how many were made
	 * @param age how long ago the attempt began
	 * @return null when a person must look
	 */
	@Nullable Duration nextEnquiry(int enquiries, Duration age) {
		if (age.compareTo(this.giveUpAfter) >= 0) {
			return null;
		}
		List<Duration> schedule = this.enquirySchedule;
		return (schedule != null) ? schedule.get(Math.min(enquiries, schedule.size() - 1)) : null;
	}

}
