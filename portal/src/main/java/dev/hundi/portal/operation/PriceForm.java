package dev.hundi.portal.operation;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

import dev.hundi.business.PricePlan;
import dev.hundi.business.PricePlans;
import dev.hundi.money.Rupees;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.Rail;
import dev.hundi.portal.web.Amounts;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

import org.springframework.util.MultiValueMap;

/**
 * The form of a price plan, as typed.
 *
 * @param rows slabs and empty rows
 * @param verification fee in rupees for one name verification; empty for the platform's
 * @param start Indian time such as {@code 2026-12-01T00:00}
 * @param previewed hash of the content that the person has seen priced, or empty
 */
record PriceForm(List<Row> rows, String verification, String start, String reason, String previewed) {

	/** One crore rupees: a higher fee is a slip, and would not fit a sum in paise. */
	private static final long MAX_FEE_PAISE = 1_00_00_000_00L;

	/** Empty rows that a page offers. */
	private static final int SPARE = 3;

	/** More rows than a page makes are not read. */
	private static final int MAX_ROWS = PricePlans.MAX_SLABS + SPARE;

	/** The prices of a plan; null for the platform's. */
	static PriceForm of(@Nullable PricePlan plan) {
		List<CommissionSlab> slabs = (plan != null && !plan.slabs().isEmpty()) ? plan.slabs()
				: CommissionPlan.DEFAULT.slabs();
		long verificationPaise = (plan != null) ? plan.verificationFeePaise() : PricePlan.DEFAULT_VERIFICATION_PAISE;
		return new PriceForm(slabs.stream().map(Row::of).toList(), Rupees.format(verificationPaise), "", "", "");
	}

	static PriceForm of(MultiValueMap<String, String> fields) {
		List<Row> rows = new ArrayList<>();
		int count = Math.min(MAX_ROWS, fields.getOrDefault("rail", List.of()).size());
		for (int i = 0; i < count; i++) {
			Row row = new Row(at(fields, "rail", i), at(fields, "above", i), at(fields, "flat", i),
					at(fields, "percent", i), at(fields, "min", i), at(fields, "max", i));
			if (!row.isEmpty()) {
				rows.add(row);
			}
		}
		return new PriceForm(rows, at(fields, "verification", 0), at(fields, "start", 0), at(fields, "reason", 0),
				at(fields, "previewed", 0));
	}

	/** The rows of the page: those filled in, and empty ones. */
	public List<Row> shown() {
		List<Row> shown = new ArrayList<>(this.rows);
		for (int i = 0; i < SPARE; i++) {
			shown.add(Row.EMPTY);
		}
		return shown;
	}

	PriceForm seen(String hash) {
		return new PriceForm(this.rows, this.verification, this.start, this.reason, hash);
	}

	/**
	 * Reads the form.
	 * @param problems receives the key of a text by the id of its field
	 */
	Optional<ProposedPrices> read(UUID businessId, Map<String, String> problems) {
		List<CommissionSlab> slabs = new ArrayList<>();
		for (int i = 0; i < this.rows.size(); i++) {
			String field = "row-" + i;
			Optional<CommissionSlab> slab = this.rows.get(i).slab();
			if (slab.isEmpty()) {
				problems.put(field, "prices.row.invalid");
			}
			else if (slabs.stream().anyMatch((other) -> PricePlans.isSame(other, slab.get()))) {
				problems.put(field, "prices.row.twice");
			}
			slab.ifPresent(slabs::add);
		}
		if (slabs.size() > PricePlans.MAX_SLABS) {
			problems.put("row-0", "prices.rows.many");
		}
		OptionalLong fee = Amounts.paise(this.verification);
		if (!this.verification.isEmpty() && (fee.isEmpty() || fee.getAsLong() > MAX_FEE_PAISE)) {
			problems.put("verification", "prices.verification.invalid");
		}
		Instant startsAt = startsAt();
		Instant now = Instant.now();
		if (startsAt == null || !startsAt.isAfter(now)
				|| NamedDay.isTooFar(India.dateOf(startsAt), India.dateOf(now))) {
			problems.put("start", "prices.start.invalid");
		}
		return (startsAt != null && problems.isEmpty())
				? Optional
					.of(new ProposedPrices(businessId, startsAt, slabs, fee.isPresent() ? fee.getAsLong() : null, null))
				: Optional.empty();
	}

	private @Nullable Instant startsAt() {
		try {
			LocalDateTime time = LocalDateTime.parse(this.start);
			return NamedDay.isAllowed(time.toLocalDate()) ? time.atZone(India.ZONE).toInstant() : null;
		}
		catch (DateTimeParseException ex) {
			return null;
		}
	}

	private static String at(MultiValueMap<String, String> fields, String name, int index) {
		List<String> values = fields.getOrDefault(name, List.of());
		return (index < values.size()) ? values.get(index).strip() : "";
	}

	/** Problems by the ids of their fields, in the order of the page. */
	static Map<String, String> problems() {
		return new TreeMap<>();
	}

	/** A slab as typed, in rupees and percent. */
	record Row(String rail, String above, String flat, String percent, String min, String max) {

		static final Row EMPTY = new Row("", "", "", "", "", "");

		static Row of(CommissionSlab slab) {
			Long max = slab.maxPaise();
			return new Row(slab.rail().name(), Rupees.format(slab.abovePaise()), Rupees.format(slab.flatPaise()),
					slab.percent().toPlainString(), Rupees.format(slab.minPaise()),
					(max != null) ? Rupees.format(max) : "");
		}

		boolean isEmpty() {
			return (this.rail + this.above + this.flat + this.percent + this.min + this.max).isEmpty();
		}

		Optional<CommissionSlab> slab() {
			OptionalLong from = amount(this.above);
			OptionalLong fee = amount(this.flat);
			OptionalLong least = amount(this.min);
			OptionalLong most = amount(this.max);
			Optional<BigDecimal> part = Amounts.percent(this.percent.isEmpty() ? "0" : this.percent, 4);
			Optional<Rail> over = rail(this.rail);
			if (over.isEmpty() || from.isEmpty() || fee.isEmpty() || least.isEmpty() || most.isEmpty() || part.isEmpty()
					|| (!this.max.isEmpty() && most.getAsLong() < least.getAsLong()) || fee.getAsLong() > MAX_FEE_PAISE
					|| least.getAsLong() > MAX_FEE_PAISE || most.getAsLong() > MAX_FEE_PAISE) {
				return Optional.empty();
			}
			return Optional.of(new CommissionSlab(over.get(), from.getAsLong(), fee.getAsLong(), part.get(),
					least.getAsLong(), this.max.isEmpty() ? null : Long.valueOf(most.getAsLong())));
		}

		private static OptionalLong amount(String text) {
			return text.isEmpty() ? OptionalLong.of(0) : Amounts.paise(text);
		}

		private static Optional<Rail> rail(String name) {
			for (Rail rail : Rail.values()) {
				if (rail.name().equals(name)) {
					return Optional.of(rail);
				}
			}
			return Optional.empty();
		}

	}

}
