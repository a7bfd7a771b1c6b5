package dev.hundi.portal.testing;

import java.util.List;
import java.util.Map;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.Need;
import dev.hundi.onboarding.Requirement;
import dev.hundi.testing.TestOnboarding;

/** Fills in the onboarding of a business of one type, as its owner does in a browser. */
public final class OnboardingPages {

	private final Page page;

	private final BusinessType type;

	private final Map<Requirement, String> values;

	public OnboardingPages(Page page, BusinessType type) {
		this.page = page;
		this.type = type;
		this.values = TestOnboarding.values(type);
	}

	/** Opens the first task and fills in its fields. */
	public void fillBusiness() {
		this.page.click("a[href$='/business']");
		this.page.check("input[value=" + this.type + "]");
		fill(Requirement.values());
	}

	/** Saves the fields of an open task and shows the task list. */
	public void save() {
		this.page.click("button:has-text('Save')");
		this.page.waitForURL("**/onboarding");
	}

	/** The tasks with fields after the first. */
	public void giveFields() {
		for (String task : List.of("contact", "registration", "address", "bank")) {
			this.page.click("a[href$='/" + task + "']");
			fill(Requirement.values());
			save();
		}
	}

	/** Adds a person with both documents; the task stays open. */
	public void givePrincipal() {
		this.page.click("a[href$='/principals']");
		this.page.fill("#principal-name", "Asha Devi");
		this.page.fill("#principal-designation", "Proprietor");
		this.page.fill("#principal-pan", "AABPA1234F");
		this.page.fill("#principal-aadhaar", "1234");
		this.page.click("text=Add >> nth=-1");
		for (String part : List.of("PAN", "AADHAAR")) {
			upload("[id$='-" + part + "']", part + ".png", Uploads.picture("png", part));
		}
	}

	/** Opens the last task from another one. */
	public void openDocuments() {
		this.page.click("text=All tasks");
		this.page.click("a[href$='/documents']");
	}

	/**
	 * Uploads the required documents: one PDF and pictures, which are drawn in less than
	 * half of the time. The task is open and stays so.
	 */
	public void giveDocuments() {
		List<Requirement> documents = Requirement.of(this.type)
			.stream()
			.filter((requirement) -> requirement.isDocument() && requirement.need(this.type) == Need.REQUIRED
					&& requirement != Requirement.PRINCIPALS_IDENTITY)
			.toList();
		for (Requirement document : documents) {
			if (document == documents.getFirst()) {
				upload("#" + document, document + ".pdf", Uploads.pdf(document.name(), 2));
			}
			else {
				upload("#" + document, document + ".png", Uploads.picture("png", document.name()));
			}
		}
	}

	/** Fills in those fields that the page shows. */
	public void fill(Requirement... fields) {
		this.page.waitForLoadState();
		for (Requirement field : fields) {
			String value = this.values.get(field);
			if (value != null && field != Requirement.BUSINESS_TYPE && this.page.isVisible("#" + field)) {
				if (field == Requirement.STATE) {
					this.page.selectOption("#" + field, value);
				}
				else {
					this.page.fill("#" + field, value);
				}
			}
		}
	}

	/** Uploads a file and waits until the page lists it. */
	public void upload(String input, String name, byte[] content) {
		upload(input, name, content, "#added:has-text('" + name + "')");
	}

	/** Uploads a file and waits for an element. */
	public void upload(String input, String name, byte[] content, String shown) {
		this.page.setInputFiles(input, new FilePayload(name, "application/octet-stream", content));
		this.page.click("form:has(" + input + ") button");
		this.page.waitForSelector(shown);
	}

}
