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

	@Bean
	Section consoleSection() {
		return new Section(330, "console", "/console", List.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR),
				List.of("/console"));
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
		return tab("/console/calendar");
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

	private static Section tab(String page) {
		return new Section(0, "", page, List.of(), List.of(page, page + "/**"));
	}

}
