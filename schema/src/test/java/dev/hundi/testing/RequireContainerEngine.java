package dev.hundi.testing;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Stops a run with profile {@code containers} before its first test if no engine exists.
 */
public final class RequireContainerEngine implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		if (TestServers.selected() == TestServers.CONTAINERS) {
			DockerContainer.requireEngine();
		}
	}

}
