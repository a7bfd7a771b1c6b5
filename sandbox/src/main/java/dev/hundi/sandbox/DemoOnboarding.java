package dev.hundi.sandbox;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.business.Businesses;
import dev.hundi.business.NewBusiness;
import dev.hundi.business.RegisteredBusiness;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.FillResult;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Principal;
import dev.hundi.onboarding.Requirement;
import dev.hundi.sandbox.server.StartFailedException;

/**
 * A business in the middle of its onboarding: some tasks are complete, and it has neither
 * wallet nor API key.
 */
final class DemoOnboarding {

	private static final String NAME = "Esha Textiles";

	private static final Map<Requirement, String> GIVEN = Map.of(Requirement.BUSINESS_TYPE, "COMPANY",
			Requirement.LEGAL_NAME, "Esha Textiles Private Limited", Requirement.DESCRIPTION,
			"Esha Textiles weaves cotton and silk fabrics in Surat for shops in all of India, and pays its weavers, dyers and carriers every week.",
			Requirement.WEBSITE_URL, "https://www.esha-textiles.example", Requirement.EMAIL,
			"accounts@esha-textiles.example", Requirement.PHONE, "9825012345", Requirement.PAN, "AAGCE5120K",
			Requirement.GSTIN, "24AAGCE5120K1ZU", Requirement.CITY, "Surat", Requirement.STATE, "Gujarat");

	private final Platform platform;

	private final DemoPeople people;

	DemoOnboarding(Platform platform, DemoPeople people) {
		this.platform = platform;
		this.people = people;
	}

	DemoBusiness create() {
		RegisteredBusiness business = this.platform.bean(Businesses.class)
			.register(new NewBusiness(NAME, false, BigDecimal.ZERO, 0));
		UUID id = business.businessId();
		this.platform.bean(OnboardingCases.class).open(id, Actor.INSTALLATION);
		FillOnboarding fill = this.platform.bean(FillOnboarding.class);
		require(fill.give(id, GIVEN, Actor.INSTALLATION));
		require(fill.addPrincipal(id,
				new Principal(UUID.randomUUID(), "Esha Mehta", "Managing director", "AFZPM1201Q", "XXXX XXXX 4821"),
				Actor.INSTALLATION));
		List<DemoPerson> users = this.people.of(id, business.businessCode());
		DemoPerson owner = DemoPeople.owner(users);
		return new DemoBusiness(NAME, id, business.businessCode(), "", "", "", owner.user(), owner.password(), users,
				false);
	}

	private static void require(FillResult result) {
		if (!(result instanceof FillResult.Done)) {
			throw new StartFailedException("The demo onboarding took no value: " + result);
		}
	}

}
