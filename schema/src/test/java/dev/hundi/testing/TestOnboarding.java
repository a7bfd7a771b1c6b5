package dev.hundi.testing;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import javax.imageio.ImageIO;

import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.DocumentVault;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.FillResult;
import dev.hundi.onboarding.Need;
import dev.hundi.onboarding.NewDocument;
import dev.hundi.onboarding.OnboardingDocument.File;
import dev.hundi.onboarding.OnboardingDocument.Place;
import dev.hundi.onboarding.PageSize;
import dev.hundi.onboarding.Principal;
import dev.hundi.onboarding.PrincipalPart;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.ScanState;
import dev.hundi.secret.SecretPlace;

/** Fills in onboarding cases with values that pass every check. */
public final class TestOnboarding {

	private static final int WIDTH = 60;

	private static final int HEIGHT = 80;

	private final FillOnboarding fill;

	private final DocumentVault vault;

	public TestOnboarding(FillOnboarding fill, DocumentVault vault) {
		this.fill = fill;
		this.vault = vault;
	}

	/** Right values of all fields of a business type. */
	public static Map<Requirement, String> values(BusinessType type) {
		Map<Requirement, String> values = new EnumMap<>(Requirement.class);
		String pan = switch (type) {
			case COMPANY -> "AABCA1234F";
			case PARTNERSHIP -> "AABFA1234F";
			case PROPRIETORSHIP -> "AABPA1234F";
			case TRUST -> "AABTA1234F";
		};
		values.put(Requirement.BUSINESS_TYPE, type.name());
		values.put(Requirement.LEGAL_NAME, "Asha Textiles");
		values.put(Requirement.DESCRIPTION,
				"Asha Textiles weaves cotton sarees in Varanasi and pays its weavers and dyers every week through Hundi.");
		values.put(Requirement.EMAIL, "accounts@asha-textiles.in");
		values.put(Requirement.PHONE, "9876543210");
		values.put(Requirement.PAN, pan);
		values.put(Requirement.GSTIN, gstin(pan));
		values.put(Requirement.WEBSITE_URL, "https://www.asha-textiles.in/");
		values.put(Requirement.REFUND_POLICY_URL, "https://www.asha-textiles.in/refunds");
		values.put(Requirement.ADDRESS_LINE, "12 Weavers Lane, Madanpura");
		values.put(Requirement.CITY, "Varanasi");
		values.put(Requirement.STATE, "Uttar Pradesh");
		values.put(Requirement.POSTAL_CODE, "221001");
		values.put(Requirement.ACCOUNT_HOLDER, "Asha Textiles");
		values.put(Requirement.ACCOUNT_NUMBER, "123456789012");
		values.put(Requirement.IFSC, "HDFC0001234");
		if (type == BusinessType.COMPANY) {
			values.put(Requirement.CIN, "U17299UP2015PTC123456");
		}
		return values;
	}

	/** The GSTIN in Uttar Pradesh of a PAN. */
	public static String gstin(String pan) {
		String characters = "09" + pan + "1Z";
		int sum = 0;
		for (int i = 0; i < characters.length(); i++) {
			int product = Character.digit(characters.charAt(i), 36) * (1 + i % 2);
			sum += product / 36 + product % 36;
		}
		return characters + Character.toUpperCase(Character.forDigit((36 - sum % 36) % 36, 36));
	}

	/** Gives all that a business type requires; the case can be submitted then. */
	public void fill(UUID businessId, BusinessType type, Actor actor) {
		require(this.fill.give(businessId, values(type), actor), FillResult.Done.class);
		UUID principal = UUID.randomUUID();
		require(this.fill.addPrincipal(businessId,
				new Principal(principal, "Asha Devi", "Director", "AAAPD1234F", "XXXX XXXX 1234"), actor),
				FillResult.Done.class);
		for (PrincipalPart part : PrincipalPart.values()) {
			add(businessId, new Place(Requirement.PRINCIPALS_IDENTITY, principal, part), actor);
		}
		for (Requirement requirement : Requirement.of(type)) {
			if (requirement.isDocument() && requirement.need(type) == Need.REQUIRED
					&& requirement != Requirement.PRINCIPALS_IDENTITY) {
				add(businessId, Place.of(requirement), actor);
			}
		}
	}

	/** Adds a picture of one page to a case. */
	public UUID add(UUID businessId, Place place, Actor actor) {
		UUID id = UUID.randomUUID();
		require(this.fill.addDocument(businessId, document(businessId, id, place), actor), FillResult.Removed.class);
		return id;
	}

	/** A picture of one page whose content is stored, without a row. */
	public NewDocument document(UUID businessId, UUID id, Place place) {
		byte[] png = png(id);
		DocumentVault.Content content = this.vault.create(SecretPlace.document(businessId, id));
		try {
			byte[] sha256 = content.writeOriginal(new ByteArrayInputStream(png));
			content.writePage(1, new ByteArrayInputStream(png));
			return new NewDocument(id, place, new File("scan.png", "image/png", png.length), sha256,
					content.keyCiphertext(), ScanState.NOT_SCANNED, List.of(new PageSize(WIDTH, HEIGHT)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A picture that no other document has. */
	private static byte[] png(UUID id) {
		BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
		image.setRGB(0, 0, id.hashCode());
		image.setRGB(1, 0, (int) id.getMostSignificantBits());
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try {
			ImageIO.write(image, "png", out);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return out.toByteArray();
	}

	private static void require(FillResult result, Class<? extends FillResult> expected) {
		if (!expected.isInstance(result)) {
			throw new IllegalStateException("The case took no change: " + result);
		}
	}

}
