package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.util.Set;

import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSDocument;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSObjectKey;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jspecify.annotations.Nullable;

/** What a PDF must not contain. All its objects are looked at, used or not. */
final class PdfRules {

	private static final int MAX_OBJECTS = 100_000;

	private static final int MAX_DEPTH = 50;

	/** Actions that run something. Links and bookmarks are not among them. */
	private static final Set<String> ACTIONS = Set.of("JavaScript", "Launch", "ImportData", "SubmitForm", "Rendition",
			"RichMediaExecute");

	private static final COSName EMBEDDED_FILE = COSName.getPDFName("EmbeddedFile");

	private PdfRules() {
	}

	static void check(PDDocument document) throws UploadRefusedException, IOException {
		COSDocument objects = document.getDocument();
		Set<COSObjectKey> keys = objects.getXrefTable().keySet();
		if (keys.size() > MAX_OBJECTS) {
			throw new UploadRefusedException(UploadProblem.UNREADABLE);
		}
		check(objects.getTrailer(), 0);
		for (COSObjectKey key : keys) {
			COSObject object = objects.getObjectFromPool(key);
			check((object != null) ? object.getObject() : null, 0);
		}
	}

	private static void check(@Nullable COSBase value, int depth) throws UploadRefusedException {
		if (depth > MAX_DEPTH) {
			throw new UploadRefusedException(UploadProblem.UNREADABLE);
		}
		if (value instanceof COSDictionary dictionary) {
			checkDictionary(dictionary);
			for (COSBase part : dictionary.getValues()) {
				check(part, depth + 1);
			}
		}
		else if (value instanceof COSArray array) {
			for (COSBase part : array) {
				check(part, depth + 1);
			}
		}
	}

	private static void checkDictionary(COSDictionary dictionary) throws UploadRefusedException {
		String action = dictionary.getNameAsString(COSName.S);
		if (dictionary.containsKey(COSName.JS) || (action != null && ACTIONS.contains(action))
				|| EMBEDDED_FILE.equals(dictionary.getCOSName(COSName.TYPE))) {
			throw new UploadRefusedException(UploadProblem.SCRIPT);
		}
		if (COSName.IMAGE.equals(dictionary.getCOSName(COSName.SUBTYPE))) {
			RenderPages.refuseManyPixels(dictionary.getLong(COSName.WIDTH, 0), dictionary.getLong(COSName.HEIGHT, 0));
		}
	}

}
