package dev.hundi.bulk;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns of a bulk file, in any order. Case, spaces and punctuation of a heading are
 * ignored.
 */
public enum BulkColumn {

	BENEFICIARY_ID("Beneficiary ID"), BENEFICIARY_CODE("Beneficiary Code"),
	NAME("Name", "Beneficiary Name", "Account Holder Name"),
	PHONE("Phone", "Phone Number", "Mobile", "Mobile Number", "Beneficiary Phone"),
	EMAIL("Email", "Email ID", "Beneficiary Email"),
	ACCOUNT_NUMBER("Account Number", "Account No", "Account", "Beneficiary Account Number"),
	IFSC("IFSC", "IFSC Code", "Beneficiary IFSC"), VPA("VPA", "UPI", "UPI ID", "Beneficiary VPA"),
	AMOUNT("Amount", "Amount INR"), RAIL("Rail", "Transaction Type", "Mode", "Payment Mode"),
	MERCHANT_REFERENCE("Merchant Reference", "Merchant Reference ID", "Reference"), REMARKS("Remarks", "Narration");

	private static final Map<String, BulkColumn> BY_HEADING = Arrays.stream(values())
		.flatMap((column) -> Stream.concat(Stream.of(column.heading), column.others.stream())
			.map((heading) -> Map.entry(plain(heading), column)))
		.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

	private final String heading;

	private final List<String> others;

	BulkColumn(String heading, String... others) {
		this.heading = heading;
		this.others = List.of(others);
	}

	/** The heading in the template and in errors. */
	public String heading() {
		return this.heading;
	}

	public static List<String> headings() {
		return Arrays.stream(values()).map(BulkColumn::heading).toList();
	}

	/** The column of a heading, or empty for one of the merchant's own columns. */
	public static Optional<BulkColumn> ofHeading(String heading) {
		return Optional.ofNullable(BY_HEADING.get(plain(heading)));
	}

	/** The headings of a column as {@link #plain} writes them. */
	public List<String> plainHeadings() {
		return Stream.concat(Stream.of(this.heading), this.others.stream()).map(BulkColumn::plain).toList();
	}

	private static String plain(String heading) {
		return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{Nd}]", "");
	}

}
