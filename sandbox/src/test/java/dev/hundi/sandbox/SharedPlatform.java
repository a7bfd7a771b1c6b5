package dev.hundi.sandbox;

import java.nio.file.Path;

/**
 * A platform that several test classes use one after the other, because its start takes
 * as much processor time as most of them. Each starts the application that it is about
 * again, with settings of its own, and has businesses of its own.
 */
record SharedPlatform(Platform platform, PlatformBuilder settings, Path directory) implements AutoCloseable {

	/** Starts a platform whose directory the settings name. */
	static SharedPlatform start(PlatformBuilder settings) {
		return new SharedPlatform(settings.start(), settings, settings.directory);
	}

	/** Starts an application, or starts it again, with further settings. */
	void start(Application application, Application.Mode mode, String... further) {
		this.platform.stop(application);
		this.settings.run(application, mode).set(application, further);
		this.platform.start(application);
	}

	/** Kills the process of an application and starts another. */
	void kill(Application application) {
		this.platform.process(application).kill();
		this.platform.start(application);
	}

	DemoBusiness business(long balancePaise) {
		return new DemoBusinesses(this.platform, this.directory).create("Asha Traders", balancePaise, true);
	}

	Merchant merchant(long balancePaise) {
		return Merchant.of(this.platform, business(balancePaise));
	}

	@Override
	public void close() {
		this.platform.close();
	}

}
