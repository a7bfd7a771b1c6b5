package dev.hundi.portal.mail;

import java.net.URI;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.letter.LetterKind;
import dev.hundi.letter.ReadLetter;
import dev.hundi.money.Rupees;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.time.India;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;

import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;

/**
 * Writes letters out: {@code mail.KIND.subject} and {@code mail.KIND.text} of the message
 * bundles, in both parts the same.
 */
@Component
class RenderLetter {

	static final String TEXT = "mail/letter-text";

	static final String HTML = "mail/letter";

	private static final Set<LetterKind> WITH_ACT = Set.of(LetterKind.CREDENTIALS_CHANGED, LetterKind.IP_RULE_CHANGED,
			LetterKind.WEBHOOK_CHANGED);

	/** Their last parameter is a list of roles. */
	private static final Set<LetterKind> OF_ROLES = Set.of(LetterKind.PERSON_INVITED, LetterKind.ROLES_CHANGED);

	private static final Locale LOCALE = Locale.ENGLISH;

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'IST'", LOCALE)
		.withZone(India.ZONE);

	private final ITemplateEngine templates;

	private final MessageSource texts;

	private final PortalAddress address;

	RenderLetter(ITemplateEngine templates, MessageSource texts, PortalAddress address) {
		this.templates = templates;
		this.texts = texts;
		this.address = address;
	}

	/** A letter as it is sent. */
	record Rendered(String subject, String text, String html) {
	}

	Rendered render(ReadLetter letter) {
		String key = "mail." + letter.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
		Object[] parameters = parameters(letter);
		String subject = this.texts.getMessage(key + ".subject", parameters, LOCALE);
		String text = this.texts.getMessage(isForStaff(letter) ? key + ".staff" : key + ".text", parameters, LOCALE);
		URI link = this.address.page(page(letter));
		Context context = new Context(LOCALE,
				Map.of("subject", subject, "paragraphs", List.of(text.split("\n\n")), "link", link, "button",
						this.texts.getMessage(key + ".link", null, LOCALE), "time", TIME.format(letter.writtenAt())));
		return new Rendered(subject, this.templates.process(TEXT, context), this.templates.process(HTML, context));
	}

	/** Acts of the audit trail and roles appear with their texts, and amounts grouped. */
	private Object[] parameters(ReadLetter letter) {
		List<Object> parameters = new ArrayList<>(letter.parameters());
		if (WITH_ACT.contains(letter.kind())) {
			String act = letter.parameters().getLast();
			parameters.set(parameters.size() - 1, this.texts.getMessage("act." + act, null, LOCALE));
		}
		if (OF_ROLES.contains(letter.kind())) {
			parameters.set(parameters.size() - 1, roles(letter.parameters().getLast()));
		}
		if (letter.kind() == LetterKind.LOW_BALANCE) {
			for (int i = 1; i < parameters.size(); i++) {
				parameters.set(i, grouped(letter.parameters().get(i)));
			}
		}
		return parameters.toArray();
	}

	private String roles(String names) {
		return names.isEmpty() ? this.texts.getMessage("mail.no-role", null, LOCALE)
				: Arrays.stream(names.split(","))
					.map((name) -> this.texts.getMessage("role." + name, null, LOCALE))
					.collect(Collectors.joining(", "));
	}

	/** The database writes rupees with two decimals and without grouping. */
	private static String grouped(String rupees) {
		OptionalLong paise = Rupees.parse(rupees);
		return paise.isPresent() ? Rupees.formatGrouped(paise.getAsLong()) : rupees;
	}

	private static boolean isForStaff(ReadLetter letter) {
		return (letter.kind() == LetterKind.INVITATION || OF_ROLES.contains(letter.kind()))
				&& letter.parameters().getFirst().isEmpty();
	}

	private static String page(ReadLetter letter) {
		return switch (letter.kind()) {
			case INVITATION, RECOVERY -> "/invitation/" + letter.token();
			case PERSON_INVITED, ROLES_CHANGED -> "/team";
			case NEW_DEVICE, CREDENTIALS_CHANGED -> "/profile";
			case KEY_CREATED -> "/developers";
			case IP_RULE_CHANGED -> "/developers/ip-rules";
			case WEBHOOK_CHANGED -> "/developers/webhooks";
			case KYC_RETURNED, KYC_REJECTED -> "/onboarding";
			case KYC_APPROVED -> "/";
			case LOW_BALANCE -> "/wallet";
		};
	}

}
