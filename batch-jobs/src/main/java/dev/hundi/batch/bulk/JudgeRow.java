package dev.hundi.batch.bulk;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.batch.bulkfile.RawRow;
import dev.hundi.batch.bulkfile.RawRow.CellFault;
import dev.hundi.batch.bulkfile.RawRow.CellNote;
import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.bulk.BulkColumn;
import dev.hundi.bulk.LoadedRow;
import dev.hundi.bulk.RowError;
import dev.hundi.business.PayoutTerms;
import dev.hundi.digest.Sha256;
import dev.hundi.money.Rupees;
import dev.hundi.payout.Charge;
import dev.hundi.payout.Narration;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.Rail;
import dev.hundi.utr.ShortenedNumber;
import org.jspecify.annotations.Nullable;

/**
 * Validates a row on its own by the rules of {@code POST /v1/beneficiaries} and
 * {@code POST /v1/payouts}, and reports every violation. Not thread-safe.
 */
final class JudgeRow {

	private static final Pattern AMOUNT = Pattern.compile("(?:0|[1-9][0-9]*)(?:\\.[0-9]{1,2})?");

	private static final Pattern SCIENTIFIC = Pattern.compile("[+-]?[0-9]+(?:[.,][0-9]+)?[eE][+-]?[0-9]+");

	private static final Pattern UUID_FORM = Pattern
		.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

	/** Short enough that the sum of a file fits a bigint. */
	private static final int MAX_AMOUNT_CHARS = 13;

	private static final int MAX_REMARKS = 500;

	private static final Map<String, Rail> RAILS = Stream.of(Rail.values())
		.flatMap((rail) -> Stream.of(Map.entry(rail.code(), rail), Map.entry(rail.name(), rail)))
		.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

	private final HeadingColumns columns;

	private final PayoutTerms terms;

	private final LocalDate today;

	private final MessageDigest sha256 = Sha256.newDigest();

	/**
	 * Judges rows.
	 * @param today the day of the load in India
	 */
	JudgeRow(HeadingColumns columns, PayoutTerms terms, LocalDate today) {
		this.columns = columns;
		this.terms = terms;
		this.today = today;
	}

	LoadedRow judge(int rowNumber, RawRow raw) {
		return new Judgement(raw).row(rowNumber);
	}

	/** The first half of SHA-256, enough to make a collision infeasible. */
	private UUID fingerprint(String text) {
		ByteBuffer digest = ByteBuffer.wrap(this.sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
		return new UUID(digest.getLong(), digest.getLong());
	}

	private final class Judgement {

		private final RawRow raw;

		private final List<RowError> errors = new ArrayList<>();

		Judgement(RawRow raw) {
			this.raw = raw;
		}

		LoadedRow row(int rowNumber) {
			if (this.raw.cells().size() != JudgeRow.this.columns.count()) {
				reject("Row", "CELL_COUNT", "The row has %d cells and the heading %d".formatted(this.raw.cells().size(),
						JudgeRow.this.columns.count()), "");
			}
			if (this.raw.hiddenRow() > 0) {
				reject("Row", "HIDDEN_ROW", "Row %d of the sheet is hidden or filtered out; show it, or delete it"
					.formatted(this.raw.hiddenRow()), "");
			}
			Rail rail = rail();
			Long amountPaise = amountPaise(rail);
			LoadedRow.Target target = target(rail);
			String reference = reference();
			String remarks = text(BulkColumn.REMARKS);
			if (remarks.codePointCount(0, remarks.length()) > MAX_REMARKS) {
				reject(BulkColumn.REMARKS, "TOO_LONG", "Remarks must have at most " + MAX_REMARKS + " characters", "");
			}
			boolean valid = this.errors.isEmpty();
			Charge charge = (valid && rail != null && amountPaise != null)
					? JudgeRow.this.terms.commissionPlan().charge(rail, amountPaise) : null;
			UUID fingerprint = null;
			if (valid) {
				fingerprint = (reference != null) ? fingerprint("reference\n" + reference)
						: fingerprint(String.join("\n", "row", String.valueOf(target.beneficiaryId()),
								String.valueOf(target.beneficiaryCode()), String.valueOf(target.accountNumber()),
								String.valueOf(target.ifsc()), lower(target.vpa()), String.valueOf(rail),
								String.valueOf(amountPaise), remarks));
			}
			return new LoadedRow(rowNumber, this.raw.cells(), target, rail, amountPaise, charge, reference, fingerprint,
					Narration.of(remarks), this.errors, warnings());
		}

		/** What a person should know of the cells before the release. */
		private List<RowError> warnings() {
			List<RowError> warnings = new ArrayList<>();
			for (BulkColumn column : BulkColumn.values()) {
				CellNote note = note(column);
				if (note != null && note.formula() && !hasFault(column)) {
					warnings.add(new RowError(column.heading(), "FORMULA_RESULT",
							column.heading() + " is the result that the workbook stores for a formula", null));
				}
				if (note != null && note.number() != null && column == BulkColumn.ACCOUNT_NUMBER
						&& note.number().toPlainString().equals(text(column))) {
					warnings.add(new RowError(column.heading(), "NUMBER_NOT_TEXT",
							"Account Number is a number, which has no leading zeros", null));
				}
			}
			LocalDate payOn = this.raw.payOn();
			if (payOn != null && payOn.isAfter(JudgeRow.this.today)) {
				warnings.add(new RowError("Row", "LATER_DAY",
						"The file asks for this payment on %s, but it is paid when the file is released"
							.formatted(payOn),
						payOn.toString()));
			}
			return warnings;
		}

		private @Nullable Rail rail() {
			String text = exactText(BulkColumn.RAIL);
			if (text == null) {
				return null;
			}
			if (text.isEmpty()) {
				require(BulkColumn.RAIL, "Rail is required");
				return null;
			}
			Rail rail = RAILS.get(text.toUpperCase(Locale.ROOT));
			if (rail == null) {
				reject(BulkColumn.RAIL, "INVALID",
						"Rail must be one of IMPS, NEFT, RTGS, SELF and UPI, or their letter", text);
			}
			return rail;
		}

		private @Nullable Long amountPaise(@Nullable Rail rail) {
			String shown = exactText(BulkColumn.AMOUNT);
			if (shown == null) {
				return null;
			}
			String text = AmountText.plain(shown);
			if (text.isEmpty()) {
				require(BulkColumn.AMOUNT, "Amount is required");
				return null;
			}
			if (!AMOUNT.matcher(text).matches()) {
				reject(BulkColumn.AMOUNT, "INVALID",
						"Amount must be rupees with at most two decimals and nothing else, such as 1500.00", text);
				return null;
			}
			if (text.length() > MAX_AMOUNT_CHARS) {
				reject(BulkColumn.AMOUNT, "AMOUNT_ABOVE_RAIL_MAXIMUM",
						"Amount is above the maximum of " + ((rail != null) ? rail : "every rail"), text);
				return null;
			}
			long paise = Rupees.parse(text).orElseThrow();
			CellNote note = note(BulkColumn.AMOUNT);
			if (note != null && note.number() != null
					&& note.number().movePointRight(2).compareTo(BigDecimal.valueOf(paise)) != 0) {
				reject(BulkColumn.AMOUNT, "NOT_AS_SHOWN",
						"Amount is %s, but its format shows %s".formatted(note.number().toPlainString(), shown), text);
				return null;
			}
			if (paise == 0) {
				reject(BulkColumn.AMOUNT, "NOT_POSITIVE", "Amount must be above zero", text);
				return null;
			}
			if (rail != null) {
				checkLimits(rail, paise, text);
			}
			return paise;
		}

		private void checkLimits(Rail rail, long paise, String text) {
			Long businessMaxPaise = JudgeRow.this.terms.maxPayoutPaise();
			if (paise < JudgeRow.this.terms.railLimits().minPaise(rail)) {
				reject(BulkColumn.AMOUNT, "AMOUNT_BELOW_RAIL_MINIMUM", "Amount is below the minimum of " + rail, text);
			}
			else if (paise > JudgeRow.this.terms.railLimits().maxPaise(rail)) {
				reject(BulkColumn.AMOUNT, "AMOUNT_ABOVE_RAIL_MAXIMUM", "Amount is above the maximum of " + rail, text);
			}
			else if (businessMaxPaise != null && paise > businessMaxPaise) {
				reject(BulkColumn.AMOUNT, "AMOUNT_ABOVE_RAIL_MAXIMUM",
						"Amount is above the business's limit for one payout", text);
			}
		}

		private LoadedRow.Target target(@Nullable Rail rail) {
			String id = text(BulkColumn.BENEFICIARY_ID);
			String code = text(BulkColumn.BENEFICIARY_CODE);
			if (!isGiven(BulkColumn.BENEFICIARY_ID) && !isGiven(BulkColumn.BENEFICIARY_CODE)) {
				return inline(rail);
			}
			for (BulkColumn column : List.of(BulkColumn.ACCOUNT_NUMBER, BulkColumn.IFSC, BulkColumn.VPA)) {
				if (!text(column).isEmpty()) {
					reject(column, "NOT_ALLOWED",
							column.heading() + " is not allowed beside the id or code of a beneficiary", text(column));
				}
			}
			if (!id.isEmpty() && !code.isEmpty()) {
				reject(BulkColumn.BENEFICIARY_CODE, "NOT_ALLOWED", "Give the id or the code of a beneficiary, not both",
						code);
			}
			UUID uuid = form(BulkColumn.BENEFICIARY_ID, id, matching(UUID_FORM), 36, "a UUID") ? UUID.fromString(id)
					: null;
			String upper = code.toUpperCase(Locale.ROOT);
			boolean codeValid = form(BulkColumn.BENEFICIARY_CODE, upper, matching(BeneficiaryForms.CODE), 11,
					"BEN and eight letters or digits");
			String name = text(BulkColumn.NAME);
			return new LoadedRow.Target(uuid, (codeValid && uuid == null) ? upper : null, name.isEmpty() ? null : name,
					null, null, null, null, null);
		}

		private LoadedRow.Target inline(@Nullable Rail rail) {
			String account = account();
			String ifsc = text(BulkColumn.IFSC);
			String vpa = text(BulkColumn.VPA);
			checkOneTarget(account, ifsc, vpa, rail);
			String name = name();
			// Only a beneficiary to be registered needs a phone number (CheckBulkRows).
			String phone = exactText(BulkColumn.PHONE);
			String email = text(BulkColumn.EMAIL);
			boolean phoneValid = form(BulkColumn.PHONE, (phone != null) ? phone : "", BeneficiaryForms::isIndianMobile,
					15, "an Indian mobile number");
			boolean emailValid = form(BulkColumn.EMAIL, email, matching(BeneficiaryForms.EMAIL),
					BeneficiaryForms.MAX_EMAIL, "an e-mail address");
			boolean accountValid = form(BulkColumn.ACCOUNT_NUMBER, account, BeneficiaryForms::isAccountNumber, 18,
					"9 to 18 digits");
			boolean ifscValid = form(BulkColumn.IFSC, ifsc, BeneficiaryForms::isIfsc, 11,
					"11 characters: four letters, 0, six letters or digits");
			boolean vpaValid = form(BulkColumn.VPA, vpa, matching(BeneficiaryForms.VPA), BeneficiaryForms.MAX_VPA,
					"a UPI VPA such as name@bank");
			return new LoadedRow.Target(null, null, name, phoneValid ? phone : null, emailValid ? email : null,
					accountValid ? account : null, ifscValid ? ifsc.toUpperCase(Locale.ROOT) : null,
					vpaValid ? vpa : null);
		}

		private void checkOneTarget(String account, String ifsc, String vpa, @Nullable Rail rail) {
			if (isGiven(BulkColumn.VPA)) {
				if (!account.isEmpty() || !ifsc.isEmpty()) {
					reject(BulkColumn.VPA, "NOT_ALLOWED", "VPA is not allowed beside Account Number and IFSC", vpa);
				}
				else if (rail != null && !rail.paysToVpa()) {
					reject(BulkColumn.RAIL, "RAIL_TARGET_MISMATCH", rail + " does not pay to a VPA", rail.name());
				}
				return;
			}
			if (account.isEmpty()) {
				require(BulkColumn.ACCOUNT_NUMBER,
						"Beneficiary ID, Beneficiary Code, Account Number with IFSC, or VPA is required");
			}
			if (ifsc.isEmpty() && (!account.isEmpty() || hasFault(BulkColumn.ACCOUNT_NUMBER))) {
				require(BulkColumn.IFSC, "IFSC is required with Account Number");
			}
			if (!account.isEmpty() && rail != null && rail.paysToVpa()) {
				reject(BulkColumn.RAIL, "RAIL_TARGET_MISMATCH", "UPI pays to a VPA", rail.name());
			}
		}

		private String account() {
			String account = exactText(BulkColumn.ACCOUNT_NUMBER);
			return (account != null) ? account : "";
		}

		private @Nullable String name() {
			String name = text(BulkColumn.NAME);
			if (!BeneficiaryForms.isVisible(name)) {
				require(BulkColumn.NAME, "Name is required for a beneficiary without id or code");
				return null;
			}
			if (name.codePointCount(0, name.length()) > BeneficiaryForms.MAX_NAME) {
				reject(BulkColumn.NAME, "TOO_LONG",
						"Name must have at most " + BeneficiaryForms.MAX_NAME + " characters", name);
				return null;
			}
			return name;
		}

		private @Nullable String reference() {
			String reference = exactText(BulkColumn.MERCHANT_REFERENCE);
			if (reference == null || reference.isEmpty()) {
				return null;
			}
			if (ShortenedNumber.is(reference)) {
				rejectScientific(BulkColumn.MERCHANT_REFERENCE, reference);
				return null;
			}
			if (!NewPayout.isReference(reference)) {
				reject(BulkColumn.MERCHANT_REFERENCE, "TOO_LONG",
						"Merchant Reference must have at most " + NewPayout.MAX_REFERENCE + " characters", reference);
				return null;
			}
			return reference;
		}

		/** Whether a text is present and valid; an invalid one is reported. */
		private boolean form(BulkColumn column, String text, Predicate<String> form, int maxLength,
				String description) {
			if (text.isEmpty()) {
				return false;
			}
			if (text.length() > maxLength || !form.test(text)) {
				reject(column, "INVALID", column.heading() + " must be " + description, text);
				return false;
			}
			return true;
		}

		/** The text, or null if a spreadsheet has turned it into a lossy number. */
		private @Nullable String exactText(BulkColumn column) {
			String text = text(column);
			if (hasFault(column)) {
				return null;
			}
			if (column != BulkColumn.MERCHANT_REFERENCE && isScientific(text)) {
				rejectScientific(column, text);
				return null;
			}
			return text;
		}

		private @Nullable CellNote note(BulkColumn column) {
			return this.raw.notes().isEmpty() ? null : this.raw.notes().get(JudgeRow.this.columns.place(column));
		}

		private boolean hasFault(BulkColumn column) {
			int place = JudgeRow.this.columns.place(column);
			CellNote note = note(column);
			CellFault fault = (note != null) ? note.fault() : null;
			if (fault == null || (fault == CellFault.NUMBER_FORMAT && column == BulkColumn.AMOUNT)) {
				return false;
			}
			if (!isReported(column)) {
				switch (fault) {
					case FORMULA -> reject(column, "FORMULA", column.heading()
							+ " is a formula whose result the workbook does not store; save it in a spreadsheet", "");
					case NUMBER_FORMAT -> reject(column, "NUMBER_FORMAT", column.heading()
							+ " is a number in the format of an amount; format the column as text and enter it again",
							this.raw.cells().get(place));
					case DATE -> reject(column, "DATE",
							column.heading() + " is a date or time; format the column as text and enter it again",
							this.raw.cells().get(place));
					case PERCENT ->
						reject(column, "PERCENT", column.heading() + " is a percentage", this.raw.cells().get(place));
					case INEXACT_NUMBER -> rejectScientific(column, this.raw.cells().get(place));
					case ERROR_VALUE -> reject(column, "INVALID", column.heading() + " is a spreadsheet error", "");
				}
			}
			return true;
		}

		private void rejectScientific(BulkColumn column, String text) {
			reject(column, "SCIENTIFIC_NOTATION", column.heading()
					+ " is in scientific notation, which loses digits; format the column as text and enter it again",
					text);
		}

		/** Whether a cell has a text, even an invalid one. */
		private boolean isGiven(BulkColumn column) {
			return !text(column).isEmpty() || isReported(column);
		}

		private boolean isReported(BulkColumn column) {
			for (RowError error : this.errors) {
				if (error.column().equals(column.heading())) {
					return true;
				}
			}
			return false;
		}

		/**
		 * The text of a cell; empty if the cell is missing, has a fault, or has a control
		 * character, which the API refuses too.
		 */
		private String text(BulkColumn column) {
			int place = JudgeRow.this.columns.place(column);
			if (place < 0 || place >= this.raw.cells().size()) {
				return "";
			}
			if (hasFault(column)) {
				return "";
			}
			String text = this.raw.cells().get(place);
			if (BeneficiaryForms.hasControl(text)) {
				if (!isReported(column)) {
					reject(column, "INVALID", column.heading() + " must not contain control characters", text);
				}
				return "";
			}
			return text;
		}

		/**
		 * Reports a missing cell, unless the column has an error already or the row is
		 * too short, which is its error.
		 */
		private void require(BulkColumn column, String message) {
			if (!isReported(column) && JudgeRow.this.columns.place(column) < this.raw.cells().size()) {
				reject(column, "REQUIRED", message, "");
			}
		}

		private void reject(BulkColumn column, String code, String message, String value) {
			reject(column.heading(), code, message, MaskedValue.of(column, value));
		}

		private void reject(String column, String code, String message, String shown) {
			this.errors.add(new RowError(column, code, message, shown.isEmpty() ? null : shown));
		}

	}

	private static Predicate<String> matching(Pattern form) {
		return (text) -> form.matcher(text).matches();
	}

	private static boolean isScientific(String text) {
		return (text.indexOf('e') > 0 || text.indexOf('E') > 0) && SCIENTIFIC.matcher(text).matches();
	}

	private static String lower(@Nullable String text) {
		return (text != null) ? text.toLowerCase(Locale.ROOT) : "null";
	}

}
