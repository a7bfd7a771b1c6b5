package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.util.List;

import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;

/**
 * Gives up a page that takes too long to draw, and a document whose time is over. A few
 * kilobytes can contain millions of operators, and PDFBox does not notice interrupts.
 */
final class LimitedRenderer extends PDFRenderer {

	private final DrawingTime time;

	LimitedRenderer(PDDocument document, DrawingTime time) {
		super(document);
		this.time = time;
	}

	@Override
	protected PageDrawer createPageDrawer(PageDrawerParameters parameters) throws IOException {
		long end = this.time.endOfPage();
		this.time.check(end);
		return new LimitedDrawer(parameters, this.time, end);
	}

	/** Looks at the clock before each operator. */
	private static final class LimitedDrawer extends PageDrawer {

		private final DrawingTime time;

		private final long end;

		LimitedDrawer(PageDrawerParameters parameters, DrawingTime time, long end) throws IOException {
			super(parameters);
			this.time = time;
			this.end = end;
		}

		@Override
		protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
			this.time.check(this.end);
			super.processOperator(operator, operands);
		}

	}

}
