package dev.hundi.batch.statement.intake;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hundi.batch.statement.common.ExpensivePatternException;
import dev.hundi.batch.statement.common.StatementBytes;
import dev.hundi.batch.statement.common.StatementReader;
import dev.hundi.filestore.FileStore;
import dev.hundi.statement.DayFile;
import dev.hundi.statement.ExpectedLines;
import dev.hundi.statement.ProfileContent;
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.statement.StatementSink;
import dev.hundi.statement.SumTooLargeException;
import dev.hundi.text.Beginning;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Reads files with a proposed profile without storing anything: the files of a past day,
 * compared with the profile that holds today, or a sample.
 */
@Component
class TryProfile {

	/** A larger file is not tried. */
	private static final int MOST_LINES = 200_000;

	private static final int SHOWN = 100;

	private static final int SHOWN_CHARS = 200;

	private static final String SAMPLE_ACCOUNT = "SAMPLE";

	private final StatementStore store;

	private final StatementFiles files;

	private final StatementProfiles profiles;

	private final ReadStatements read;

	private final ExpectedLines expected;

	TryProfile(StatementStore store, StatementFiles files, StatementProfiles profiles, ReadStatements read,
			ExpectedLines expected) {
		this.store = store;
		this.files = files;
		this.profiles = profiles;
		this.read = read;
		this.expected = expected;
	}

	/** The lines of a sample. */
	Trial sample(ProposedProfile proposed, FileStore shared, String storedAs) throws IOException {
		Trial trial = new Trial();
		Lines read = lines(trial, storedAs, "sample", bytes(shared, storedAs), SAMPLE_ACCOUNT, proposed.profile());
		List<StatementLine> lines = read.read;
		trial.linesRead += lines.size();
		trial.wrong(storedAs, "sample", read);
		for (int i = 0; i < lines.size() && i < SHOWN; i++) {
			trial.lines.add(TriedLine.of(i + 1, lines.get(i), null, Derived.of(lines.get(i))));
		}
		return trial;
	}

	/** What changes in the files of a day. */
	Trial day(ProposedProfile proposed, LocalDate day) throws IOException {
		Trial trial = new Trial();
		ProfileContent present = this.profiles.holding(proposed.name(), India.dateOf(Instant.now()))
			.map((version) -> version.proposed().profile())
			.orElse(null);
		for (DayFile file : this.files.ofDay(proposed.name(), day)) {
			StatementBytes bytes = bytes(this.store.files(), file.storedAs());
			Lines after = lines(trial, file.fileName(), "proposed", bytes, file.accountNumber(), proposed.profile());
			Lines before = (present != null)
					? lines(trial, file.fileName(), "present", bytes, file.accountNumber(), present) : new Lines();
			trial.wrong(file.fileName(), "present", before);
			// What the present profile reads as wrongly is the bank's mistake.
			if (!after.isAsWrongAs(before)) {
				trial.wrong(file.fileName(), "proposed", after);
			}
			compare(trial, before.read, after.read);
		}
		return trial;
	}

	private void compare(Trial trial, List<StatementLine> before, List<StatementLine> after) {
		trial.linesRead += after.size();
		for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
			StatementLine old = (i < before.size()) ? before.get(i) : null;
			StatementLine changed = (i < after.size()) ? after.get(i) : null;
			if (Objects.equals(old, changed)) {
				continue;
			}
			trial.linesChanged++;
			boolean matched = old != null && this.expected.contains(old);
			boolean matches = changed != null && this.expected.contains(changed);
			trial.matchesWon += (matches && !matched) ? 1 : 0;
			trial.matchesLost += (matched && !matches) ? 1 : 0;
			if (trial.lines.size() < SHOWN) {
				trial.lines.add(TriedLine.of(i + 1, Objects.requireNonNullElse(changed, old),
						(old != null) ? Derived.of(old).matched(matched) : null,
						(changed != null) ? Derived.of(changed).matched(matches) : null));
			}
		}
	}

	private Lines lines(Trial trial, String name, String profile, StatementBytes bytes, String account,
			ProfileContent content) throws IOException {
		Lines lines = new Lines();
		try {
			StatementReader reader = ReadStatements.reader(this.read.formatOf(bytes), account, content);
			reader.read(bytes, lines);
		}
		catch (RejectedStatementException ex) {
			trial.problems.add(new Problem(name, profile, ex.fileLine(), ex.column(), String.valueOf(ex.getMessage())));
		}
		catch (ExpensivePatternException | SumTooLargeException | FileNotFoundException ex) {
			trial.problems.add(new Problem(name, profile, null, null, String.valueOf(ex.getMessage())));
		}
		return lines;
	}

	private static StatementBytes bytes(FileStore files, String storedAs) {
		return () -> {
			FileChannel channel = files.open(storedAs)
				.orElseThrow(() -> new FileNotFoundException("The file is not stored any more"));
			return Channels.newInputStream(channel);
		};
	}

	/**
	 * The lines of a file in its order. Wrong sums show that a profile reads a sign or a
	 * column wrongly: the first is kept, and the others are counted.
	 */
	private static final class Lines implements StatementSink {

		private final List<StatementLine> read = new ArrayList<>();

		private @Nullable StatementHead head;

		private long computedPaise;

		private int wrongSums;

		/** Whether the present statement has none yet. */
		private boolean adds = true;

		private @Nullable Integer firstWrongLine;

		private String firstWrong = "";

		String wrong() {
			return (this.wrongSums == 1) ? this.firstWrong
					: "%s; %d sums are wrong".formatted(this.firstWrong, this.wrongSums);
		}

		boolean isAsWrongAs(Lines other) {
			return this.wrongSums == other.wrongSums && this.firstWrong.equals(other.firstWrong)
					&& Objects.equals(this.firstWrongLine, other.firstWrongLine);
		}

		@Override
		public void begin(StatementHead head) throws RejectedStatementException {
			requireFewLines();
			this.head = head;
			this.computedPaise = head.openingPaise();
			this.adds = true;
		}

		@Override
		public void line(StatementLine line) {
			this.computedPaise = SumTooLargeException.add(this.computedPaise, line.signedPaise(),
					() -> "Opening balance and lines of a statement");
			if (this.read.size() <= MOST_LINES) {
				this.read.add(line);
			}
		}

		@Override
		public void wrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
			count(fileLine, reason);
		}

		private void count(@Nullable Integer fileLine, String reason) {
			if (this.wrongSums == 0) {
				this.firstWrongLine = fileLine;
				this.firstWrong = reason;
			}
			this.wrongSums++;
			this.adds = false;
		}

		@Override
		public void end() throws RejectedStatementException {
			requireFewLines();
			StatementHead ended = Objects.requireNonNull(this.head);
			if (this.adds && this.computedPaise != ended.closingPaise()) {
				count(null, "Opening %d paise plus the lines is %d, but the closing balance is %d"
					.formatted(ended.openingPaise(), this.computedPaise, ended.closingPaise()));
			}
		}

		private void requireFewLines() throws RejectedStatementException {
			if (this.read.size() > MOST_LINES) {
				throw new RejectedStatementException(null, "A file of more than 200,000 lines is not tried");
			}
		}

	}

	/** The result of a trial, as JSON. */
	static final class Trial {

		private final List<TriedLine> lines = new ArrayList<>();

		private final List<Problem> problems = new ArrayList<>();

		private int linesRead;

		private int linesChanged;

		private int matchesWon;

		private int matchesLost;

		void wrong(String fileName, String profile, Lines lines) {
			if (lines.wrongSums > 0) {
				this.problems.add(new Problem(fileName, profile, lines.firstWrongLine, null, lines.wrong()));
			}
		}

		Map<String, Object> result() {
			Map<String, Object> result = new LinkedHashMap<>();
			result.put("linesRead", this.linesRead);
			result.put("linesChanged", this.linesChanged);
			result.put("matchesWon", this.matchesWon);
			result.put("matchesLost", this.matchesLost);
			result.put("problems", this.problems);
			result.put("lines", this.lines);
			return result;
		}

	}

	/**
	 * Why a file cannot be read with a profile, or does not add up: present, proposed or
	 * sample.
	 */
	record Problem(String fileName, String profile, @Nullable Integer fileLine, @Nullable String column,
			String reason) {
	}

	/** A line as it is and as it would be. */
	record TriedLine(int number, long signedPaise, @Nullable String narration, @Nullable Derived before,
			@Nullable Derived after) {

		static TriedLine of(int number, StatementLine line, @Nullable Derived before, @Nullable Derived after) {
			String text = line.narration();
			return new TriedLine(number, line.signedPaise(), (text != null) ? Beginning.of(text, SHOWN_CHARS) : null,
					before, after);
		}

	}

	/** What a profile derives for a line. */
	record Derived(String kind, @Nullable String rail, @Nullable String utr, @Nullable String reference,
			@Nullable String name, boolean matches) {

		static Derived of(StatementLine line) {
			return new Derived(line.kind().name(), (line.rail() != null) ? line.rail().name() : null, line.utr(),
					line.reference(), line.counterpartyName(), false);
		}

		Derived matched(boolean matched) {
			return new Derived(this.kind, this.rail, this.utr, this.reference, this.name, matched);
		}

	}

}
