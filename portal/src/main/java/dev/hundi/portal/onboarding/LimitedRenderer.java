package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.List;

import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;

/**
 * Gives up a page that takes too long to draw. A few kilobytes can contain millions of
 * operators, and PDFBox does not notice interrupts.
 */
final class LimitedRenderer extends PDFRenderer {

	private final Duration pageLimit;

	LimitedRenderer(PDDocument document, Duration pageLimit) {
		super(document);
		this.pageLimit = pageLimit;
	}

	@Override
	protected PageDrawer createPageDrawer(PageDrawerParameters parameters) throws IOException {
		return new LimitedDrawer(parameters, System.nanoTime() + this.pageLimit.toNanos());
	}

	/** Looks at the clock before each operator. */
	private static final class LimitedDrawer extends PageDrawer {

		private final long deadline;

		LimitedDrawer(PageDrawerParameters parameters, long deadline) throws IOException {
			super(parameters);
			this.deadline = deadline;
		}

		@Override
		protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
			if (System.nanoTime() - this.deadline >= 0) {
				throw new TooSlowException();
			}
			super.processOperator(operator, operands);
		}

	}

	/** A page took too long. */
	static final class TooSlowException extends RuntimeException {

		@Serial
		private static final long serialVersionUID = 1L;

	}

}
