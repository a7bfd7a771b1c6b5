package dev.hundi.portal.payout;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.list.Window;
import dev.hundi.money.Rupees;
import dev.hundi.payout.PayoutDetail.Source;
import dev.hundi.payout.PayoutLines;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import dev.hundi.portal.web.Amounts;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

/**
 * Which payouts to list; null means all.
 *
 * @param from first day, Asia/Kolkata
 * @param to last day, Asia/Kolkata
 * @param minPaise lowest amount in paise
 * @param maxPaise highest amount in paise
 */
record PayoutFilter(@Nullable PayoutStatus state, @Nullable Rail rail, @Nullable Long minPaise, @Nullable Long maxPaise,
		@Nullable LocalDate from, @Nullable LocalDate to, @Nullable Source source, @Nullable UUID file,
		@Nullable UUID beneficiary, @Nullable String tag) {

	static final PayoutFilter ALL = new PayoutFilter(null, null, null, null, null, null, null, null, null, null);

	/**
	 * Reads the fields of the form.
	 * @param problems receives, by field, the key of the text that says what is wrong;
	 * such a field does not filter
	 */
	static PayoutFilter of(Map<String, String> fields, Map<String, String> problems) {
		Reader reader = new Reader(fields, problems);
		Long min = reader.read("min", PayoutFilter::paise);
		Long max = reader.read("max", PayoutFilter::paise);
		LocalDate from = reader.read("from", NamedDay::parse);
		LocalDate to = reader.read("to", NamedDay::parse);
		if (min != null && max != null && max < min) {
			problems.put("max", "payouts.invalid.max");
			max = null;
		}
		if (from != null && to != null && to.isBefore(from)) {
			problems.put("to", "payouts.invalid.to");
			to = null;
		}
		return new PayoutFilter(reader.read("state", PayoutStatus::valueOf), reader.read("rail", Rail::valueOf), min,
				max, from, to, reader.read("source", Source::valueOf), reader.read("file", UUID::fromString),
				reader.read("beneficiary", UUID::fromString), reader.read("tag", PayoutFilter::tag));
	}

	PayoutLines.Wanted wanted() {
		Instant since = (this.from != null) ? India.startOf(this.from) : null;
		Window window = new Window(since, (this.to != null) ? India.startOf(this.to.plusDays(1)) : null);
		return new PayoutLines.Wanted(window, this.state, this.rail, this.minPaise, this.maxPaise, this.source,
				this.file, this.beneficiary, this.tag);
	}

	/** The fields that filter, by name, in the order of the form. */
	Map<String, String> fields() {
		Map<String, String> fields = new LinkedHashMap<>();
		put(fields, "state", this.state);
		put(fields, "rail", this.rail);
		put(fields, "min", (this.minPaise != null) ? Rupees.format(this.minPaise) : null);
		put(fields, "max", (this.maxPaise != null) ? Rupees.format(this.maxPaise) : null);
		put(fields, "from", this.from);
		put(fields, "to", this.to);
		put(fields, "source", this.source);
		put(fields, "file", this.file);
		put(fields, "beneficiary", this.beneficiary);
		put(fields, "tag", this.tag);
		return fields;
	}

	/** The canonical query of the list's address; empty for all payouts. */
	String query() {
		return fields().entrySet()
			.stream()
			.map((field) -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

	private static void put(Map<String, String> fields, String name, @Nullable Object value) {
		if (value != null) {
			fields.put(name, value.toString());
		}
	}

	private static Long paise(String text) {
		return Amounts.paise(text).orElseThrow(() -> new IllegalArgumentException("Not an amount"));
	}

	private static String tag(String text) {
		if (!PayoutOptions.has(text, 1, PayoutOptions.MAX_TAG)) {
			throw new IllegalArgumentException("No tag is this long");
		}
		return text;
	}

	private record Reader(Map<String, String> fields, Map<String, String> problems) {

		<T> @Nullable T read(String name, Function<String, T> parse) {
			String text = this.fields.getOrDefault(name, "").strip();
			if (text.isEmpty()) {
				return null;
			}
			try {
				return parse.apply(text);
			}
			catch (IllegalArgumentException | DateTimeException ex) {
				this.problems.put(name, "payouts.invalid." + name);
				return null;
			}
		}

	}

}
