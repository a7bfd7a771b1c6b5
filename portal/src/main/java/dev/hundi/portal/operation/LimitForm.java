package dev.hundi.portal.operation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hundi.business.PayoutLimits;
import dev.hundi.money.Rupees;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.portal.web.Amounts;

import org.springframework.util.MultiValueMap;

/**
 * The form of the limits of a business, as typed, in rupees. An empty rail has the
 * platform's limits.
 */
record LimitForm(List<Row> rows, String max, String reason) {

	static LimitForm of(PayoutLimits limits) {
		List<Row> rows = new ArrayList<>();
		for (Rail rail : Rail.values()) {
			RailLimits.Range range = limits.ranges().get(rail);
			rows.add(new Row(rail, (range != null) ? Rupees.format(range.minPaise()) : "",
					(range != null) ? Rupees.format(range.maxPaise()) : ""));
		}
		Long max = limits.maxPayoutPaise();
		return new LimitForm(rows, (max != null) ? Rupees.format(max) : "", "");
	}

	static LimitForm of(MultiValueMap<String, String> fields) {
		List<Row> rows = new ArrayList<>();
		for (Rail rail : Rail.values()) {
			rows.add(new Row(rail, first(fields, "min-" + rail), first(fields, "max-" + rail)));
		}
		return new LimitForm(rows, first(fields, "max"), first(fields, "reason"));
	}

	/**
	 * Reads the form.
	 * @param problems receives the key of a text by the id of its field
	 */
	Optional<PayoutLimits> read(Map<String, String> problems) {
		Map<Rail, RailLimits.Range> ranges = new EnumMap<>(Rail.class);
		for (Row row : this.rows) {
			if (row.min.isEmpty() && row.max.isEmpty()) {
				continue;
			}
			OptionalLong least = Amounts.paise(row.min);
			OptionalLong most = Amounts.paise(row.max);
			if (least.isEmpty() || most.isEmpty() || least.getAsLong() <= 0 || most.getAsLong() < least.getAsLong()) {
				problems.put("min-" + row.rail, "limits.range.invalid");
			}
			else if (least.getAsLong() < RailLimits.DEFAULT.minPaise(row.rail)
					|| most.getAsLong() > RailLimits.DEFAULT.maxPaise(row.rail)) {
				problems.put("min-" + row.rail, "limits.range.platform");
			}
			else {
				ranges.put(row.rail, new RailLimits.Range(least.getAsLong(), most.getAsLong()));
			}
		}
		OptionalLong whole = this.max.isEmpty() ? OptionalLong.of(1) : Amounts.paise(this.max);
		if (whole.isEmpty() || whole.getAsLong() <= 0) {
			problems.put("max", "limits.max.invalid");
		}
		return problems.isEmpty()
				? Optional.of(new PayoutLimits(ranges, this.max.isEmpty() ? null : Long.valueOf(whole.orElseThrow())))
				: Optional.empty();
	}

	private static String first(MultiValueMap<String, String> fields, String name) {
		return Objects.requireNonNullElse(fields.getFirst(name), "").strip();
	}

	/** The range of a rail as typed. */
	record Row(Rail rail, String min, String max) {

		/** The platform's range, which limits it. */
		public String platformMin() {
			return Rupees.format(RailLimits.DEFAULT.minPaise(this.rail));
		}

		public String platformMax() {
			return Rupees.format(RailLimits.DEFAULT.maxPaise(this.rail));
		}

	}

}
