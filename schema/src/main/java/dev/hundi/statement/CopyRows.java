package dev.hundi.statement;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Lines as the text of a COPY, part by part.
 */
final class CopyRows {

	private final StringBuilder text = new StringBuilder();

	/** Characters that wait. */
	int length() {
		return this.text.length();
	}

	/** The rows that wait, and begins again. */
	byte[] take() {
		byte[] rows = this.text.toString().getBytes(StandardCharsets.UTF_8);
		this.text.setLength(0);
		return rows;
	}

	void add(UUID statementId, int lineNumber, long accountId, LocalDate businessDate, StatementLine line) {
		this.text.append(statementId)
			.append('\t')
			.append(lineNumber)
			.append('\t')
			.append(accountId)
			.append('\t')
			.append(businessDate)
			.append('\t')
			.append(line.direction())
			.append('\t')
			.append(line.amountPaise())
			.append('\t')
			.append(line.bookedOn())
			.append('\t')
			.append(line.valueOn())
			.append('\t')
			.append(line.kind());
		value((line.rail() != null) ? line.rail().name() : null);
		value(line.utr());
		value(line.reference());
		value(line.bankReference());
		value(line.virtualAccountNumber());
		value(line.counterpartyAccount());
		value(line.counterpartyName());
		value((line.itemCount() != null) ? line.itemCount().toString() : null);
		value(line.bankCode());
		value(line.returnReason());
		value(line.narration());
		this.text.append('\n');
	}

	private void value(@Nullable String value) {
		this.text.append('\t');
		if (value == null) {
			this.text.append("\\N");
			return;
		}
		for (int i = 0; i < value.length(); i++) {
			char next = value.charAt(i);
			switch (next) {
				case '\\' -> this.text.append("\\\\");
				case '\t' -> this.text.append("\\t");
				case '\n' -> this.text.append("\\n");
				case '\r' -> this.text.append("\\r");
				default -> this.text.append(next);
			}
		}
	}

}
