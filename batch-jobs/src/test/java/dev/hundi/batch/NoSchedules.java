package dev.hundi.batch;

import java.lang.reflect.Proxy;
import java.time.Clock;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.TaskScheduler;

/**
 * Disables scheduled tasks, which would otherwise change or lock rows during a test.
 */
public final class NoSchedules implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		in(context);
	}

	/** For builders. */
	public static void in(ConfigurableApplicationContext context) {
		TaskScheduler never = (TaskScheduler) Proxy.newProxyInstance(TaskScheduler.class.getClassLoader(),
				new Class<?>[] { TaskScheduler.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "equals" -> proxy == arguments[0];
					case "hashCode" -> System.identityHashCode(proxy);
					case "toString" -> "NoSchedules";
					case "getClock" -> Clock.systemUTC();
					default -> null;
				});
		((GenericApplicationContext) context).registerBean("taskScheduler", TaskScheduler.class, () -> never);
	}

}
