package dev.hundi.startup;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Unknown {@code hundi.*} keys prevent startup, wherever they are set. Spring's own check
 * skips environment variables and system properties, where a container's misspelt key
 * would be.
 */
public class RejectUnknownSettings implements ConfigurationPropertiesBindHandlerAdvisor {

	private static final ConfigurationPropertyName HUNDI = ConfigurationPropertyName.of("hundi");

	@Override
	public BindHandler apply(BindHandler bindHandler) {
		return new OnlyHundi(bindHandler, new NoUnboundElementsBindHandler(bindHandler, (source) -> true));
	}

	/** Prefixes of other libraries keep Spring's own rule. */
	private static final class OnlyHundi extends AbstractBindHandler {

		private final BindHandler strict;

		private boolean hundi;

		OnlyHundi(BindHandler parent, BindHandler strict) {
			super(parent);
			this.strict = strict;
		}

		@Override
		public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target,
				BindContext context) {
			if (context.getDepth() == 0) {
				this.hundi = name.equals(HUNDI);
			}
			return this.hundi ? this.strict.onStart(name, target, context) : super.onStart(name, target, context);
		}

		@Override
		public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Object result) {
			return this.hundi ? this.strict.onSuccess(name, target, context, result)
					: super.onSuccess(name, target, context, result);
		}

		@Override
		public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Exception error) throws Exception {
			return this.hundi ? this.strict.onFailure(name, target, context, error)
					: super.onFailure(name, target, context, error);
		}

		@Override
		public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				@Nullable Object result) throws Exception {
			if (this.hundi) {
				this.strict.onFinish(name, target, context, result);
			}
			else {
				super.onFinish(name, target, context, result);
			}
		}

	}

}
