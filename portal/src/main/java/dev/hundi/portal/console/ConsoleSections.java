package dev.hundi.portal.console;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The console: one entry of the navigation, and the pages that its tabs lead to. */
@StaffOnly
@Configuration(proxyBeanMethods = false)
class ConsoleSections {

	static final List<Role> READERS = List.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR);

	@Bean
	Section consoleSection() {
		return new Section(330, "console", "/console", READERS, List.of("/console"));
	}

	@Bean
	Section consoleReviewSection() {
		return tab("/console/reviews");
	}

	@Bean
	Section consoleStuckSection() {
		return tab("/console/stuck");
	}

	@Bean
	Section consoleBankSection() {
		return tab("/console/banks");
	}

	@Bean
	Section consoleCalendarSection() {
		// Finance has no console, but the calendar is part of the books.
		return new Section(340, "bank-calendar", "/console/calendar", List.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER),
				List.of("/console/calendar", "/console/calendar/**"));
	}

	@Bean
	Section consoleWebhookSection() {
		return tab("/console/webhooks");
	}

	@Bean
	Section consoleDeliverySection() {
		return tab("/console/deliveries");
	}

	@Bean
	Section consoleExportSection() {
		return tab("/console/exports");
	}

	@Bean
	Section consoleJobSection() {
		return tab("/console/jobs");
	}

	@Bean
	Section consoleDeadLetterSection() {
		return tab("/console/dead-letters");
	}

	private static Section tab(String page) {
		return new Section(0, "", page, List.of(), List.of(page, page + "/**"));
	}

}
