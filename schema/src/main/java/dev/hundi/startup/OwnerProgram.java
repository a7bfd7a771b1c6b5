package dev.hundi.startup;

import java.util.List;
import java.util.function.ToIntFunction;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A command of {@code ./hundi} that works on the database itself, with settings as an
 * application has them.
 */
public final class OwnerProgram {

	private static final Logger logger = LoggerFactory.getLogger(OwnerProgram.class);

	private OwnerProgram() {
	}

	/**
	 * Prints how a command is called, because that was asked for.
	 * @return the exit code
	 */
	public static int help(String usage) {
		logger.info("{}", usage);
		return 0;
	}

	/**
	 * Refuses words or options that are not those of the command.
	 * @return the exit code of a usage error
	 */
	public static int refuse(String usage) {
		logger.error("{}", usage);
		return 2;
	}

	/**
	 * Runs a command, which logs what it reports.
	 * @param program the Spring configuration of the command
	 * @param name its name, as in {@code hundi-keys}
	 * @param settings arguments such as {@code --hundi.database.url=...}
	 * @param body the command, which returns its exit code
	 * @return the exit code, 1 if the settings are wrong or the command fails
	 */
	public static int run(Class<?> program, String name, List<String> settings,
			ToIntFunction<ConfigurableApplicationContext> body) {
		Logger reports = LoggerFactory.getLogger(program);
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(program).web(WebApplicationType.NONE)
			.properties("spring.config.name=" + name, "spring.main.banner-mode=off", "logging.pattern.console=%m%n",
					"logging.level.root=warn", "logging.level." + program.getName() + "=info",
					"spring.main.log-startup-info=false")
			.initializers((GenericApplicationContext created) -> created.registerBean(RejectUnknownSettings.class))
			.run(settings.toArray(String[]::new))) {
			return body.applyAsInt(context);
		}
		catch (RuntimeException ex) {
			reports.error("{}", ex.getMessage());
			return 1;
		}
	}

}
