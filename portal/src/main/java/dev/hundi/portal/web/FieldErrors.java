package dev.hundi.portal.web;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.thymeleaf.context.ITemplateContext;
import org.thymeleaf.dialect.AbstractProcessorDialect;
import org.thymeleaf.engine.AttributeName;
import org.thymeleaf.model.IProcessableElementTag;
import org.thymeleaf.processor.IProcessor;
import org.thymeleaf.processor.element.AbstractAttributeTagProcessor;
import org.thymeleaf.processor.element.IElementTagStructureHandler;
import org.thymeleaf.standard.expression.StandardExpressions;
import org.thymeleaf.templatemode.TemplateMode;

import org.springframework.stereotype.Component;

/**
 * The attribute {@code form:error} of a field: the id of the element with its error, or
 * null. Marks the field as invalid and names the error before its hint, so that screen
 * readers read both.
 */
@Component
class FieldErrors extends AbstractProcessorDialect {

	private static final String PREFIX = "form";

	/** After the standard dialect, which sets the other attributes. */
	private static final int PRECEDENCE = 2_000;

	FieldErrors() {
		super("Errors of fields", PREFIX, PRECEDENCE);
	}

	@Override
	public Set<IProcessor> getProcessors(String dialectPrefix) {
		return Set.of(new ErrorAttribute(dialectPrefix));
	}

	private static final class ErrorAttribute extends AbstractAttributeTagProcessor {

		ErrorAttribute(String prefix) {
			super(TemplateMode.HTML, prefix, null, false, "error", true, PRECEDENCE, true);
		}

		@Override
		protected void doProcess(ITemplateContext context, IProcessableElementTag tag, AttributeName name, String value,
				IElementTagStructureHandler handler) {
			Object error = StandardExpressions.getExpressionParser(context.getConfiguration())
				.parseExpression(context, value)
				.execute(context);
			if (error != null) {
				handler.setAttribute("class", joined(tag.getAttributeValue("class"), "is-invalid"));
				handler.setAttribute("aria-invalid", "true");
				handler.setAttribute("aria-describedby",
						joined(error.toString(), tag.getAttributeValue("aria-describedby")));
			}
		}

		private static String joined(@Nullable String first, @Nullable String second) {
			return (first == null) ? String.valueOf(second) : (second == null) ? first : first + " " + second;
		}

	}

}
