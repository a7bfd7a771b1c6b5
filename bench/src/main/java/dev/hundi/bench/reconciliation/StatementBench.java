package dev.hundi.bench.reconciliation;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import dev.hundi.bench.measure.Spread;
import dev.hundi.batch.statement.intake.ReadStatements;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/**
 * Measures parsing a camt.053 with 100,000 entries, against a bare walk through the
 * events of the same file with the same parser, and its heap, also for four times as many
 * entries.
 */
public final class StatementBench {

	private static final int ENTRIES = 100_000;

	private static final int WARM_UPS = 3;

	private static final int LINES_BETWEEN_SAMPLES = 20_000;

	private static final double TARGET = 0.5;

	private static final int FLAT_MB = 8;

	private StatementBench() {
	}

	public static void measure(int pairs) throws Exception {
		try (RunDirectory directory = RunDirectory.create("bench-statement")) {
			Path file = directory.path().resolve("statement.xml");
			write(file, ENTRIES);
			compare(file, pairs);
			double once = heapMb(file);
			write(file, 4 * ENTRIES);
			double fourTimes = heapMb(file);
			boolean flat = Math.max(once, fourTimes) <= FLAT_MB;
			System.out.printf(Locale.ROOT, "%-44s %7.1f MB %7.1f MB %26d MB %s%n",
					"live heap while parsing, 100,000 and 400,000", once, fourTimes, FLAT_MB, flat ? "pass" : "FAIL");
		}
	}

	/** Alternates the two, A B B A, so that a slow minute slows both. */
	private static void compare(Path file, int pairs) throws Exception {
		for (int i = 0; i < WARM_UPS; i++) {
			readMs(file);
			walkMs(file);
		}
		List<Double> figures = new ArrayList<>();
		List<Double> references = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			boolean figureFirst = i % 2 == 0;
			double figure = figureFirst ? readMs(file) : 0;
			double walk = walkMs(file);
			figure = figureFirst ? figure : readMs(file);
			figures.add(figure);
			references.add(walk);
			ratios.add(walk / figure);
		}
		Spread ratio = Spread.of(ratios);
		System.out.printf("%-44s %10s %10s %-20s %s%n",
				"camt.053, %,d entries, %,d MB".formatted(ENTRIES, Files.size(file) / 1_000_000), "figure", "reference",
				"ratio", "target");
		System.out.printf(Locale.ROOT, "%-44s %7.0f ms %7.0f ms %-20s %.1fx %s%n",
				"parsed into lines, against a bare StAX walk", Spread.of(figures).median(),
				Spread.of(references).median(), ratio.text(2), TARGET, (ratio.median() >= TARGET) ? "pass" : "FAIL");
	}

	private static double readMs(Path file) throws RejectedStatementException, IOException {
		Counted counted = new Counted();
		long begin = System.nanoTime();
		ReadStatements.read(file, counted);
		double ms = (System.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1);
		if (counted.lines != ENTRIES || counted.paise != ENTRIES * 150_000L) {
			throw new IllegalStateException("Read " + counted.lines + " lines of " + counted.paise + " paise");
		}
		return ms;
	}

	private static double walkMs(Path file) throws IOException, XMLStreamException {
		XMLInputFactory factory = new InputFactoryImpl();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		long begin = System.nanoTime();
		long events = 0;
		try (InputStream in = Files.newInputStream(file)) {
			XMLStreamReader reader = factory.createXMLStreamReader(in);
			while (reader.hasNext()) {
				reader.next();
				events++;
			}
		}
		if (events < ENTRIES) {
			throw new IllegalStateException("Only " + events + " events");
		}
		return (System.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1);
	}

	/** Peak live heap above the idle level. */
	private static double heapMb(Path file) throws RejectedStatementException, IOException {
		long rest = live();
		Counted counted = new Counted() {

			@Override
			public void line(StatementLine line) {
				super.line(line);
				if (this.lines % LINES_BETWEEN_SAMPLES == 0) {
					this.mostBytes = Math.max(this.mostBytes, live() - rest);
				}
			}

		};
		ReadStatements.read(file, counted);
		return counted.mostBytes / 1e6;
	}

	private static long live() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

	private static void write(Path file, int entries) throws IOException {
		try (BufferedWriter out = Files.newBufferedWriter(file)) {
			out.write(
					"""
							<?xml version="1.0" encoding="UTF-8"?>
							<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>B</MsgId>\
							<CreDtTm>2026-11-20T20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>B</Id><Acct><Id><Othr><Id>SBOX00000000001</Id></Othr></Id></Acct>
							<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
							<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
							""");
			for (int i = 0; i < entries; i++) {
				out.write(
						"""
								<Ntry><NtryRef>%d</NtryRef><Amt Ccy="INR">1500.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
								<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>HB%014d</AcctSvcrRef>\
								<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn><Prtry><Cd>NEFT</Cd></Prtry></BkTxCd>\
								<NtryDtls><TxDtls><Refs><EndToEndId>HND%026d</EndToEndId><TxId>HNDBN%011d</TxId></Refs><Amt Ccy="INR">1500.00</Amt>\
								<CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Cdtr><Pty><Nm>Ravi Kumar %d</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>%012d</Id></Othr></Id></CdtrAcct></RltdPties>\
								<RmtInf><Ustrd>Paid to Ravi Kumar %d</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
								"""
							.formatted(i, i, i, i, i, i, i));
			}
			out.write("</Stmt></BkToCstmrStmt></Document>\n");
		}
	}

	/** Only counts, so that the figure is pure parsing. */
	private static class Counted implements StatementSink {

		int lines;

		long paise;

		long mostBytes = Long.MIN_VALUE;

		@Override
		public void begin(StatementHead head) {
			this.lines = 0;
		}

		@Override
		public void line(StatementLine line) {
			this.lines++;
			this.paise += line.amountPaise();
		}

		@Override
		public void wrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
			throw new IllegalStateException(reason);
		}

		@Override
		public void end() {
			if (this.lines == 0) {
				throw new IllegalStateException("Nothing was read");
			}
		}

	}

}
