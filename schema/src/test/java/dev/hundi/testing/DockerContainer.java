package dev.hundi.testing;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.PortBinding;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * The only class that refers to Testcontainers, which is on the class path of other
 * modules only with profile {@code containers}.
 */
final class DockerContainer {

	static final String NO_ENGINE = "Profile containers needs a container engine that Testcontainers finds; "
			+ "without one, run the tests without -Pcontainers.";

	private final GenericContainer<?> container;

	private DockerContainer(GenericContainer<?> container) {
		this.container = container;
	}

	/** Throws {@link IllegalStateException} with one sentence if there is no engine. */
	static void requireEngine() {
		if (!DockerClientFactory.instance().isDockerAvailable()) {
			throw new IllegalStateException(NO_ENGINE);
		}
	}

	/**
	 * Starts a container and waits until it has logged a line a number of times.
	 * @param port the same inside and outside the container
	 * @param bind volume and path
	 */
	static DockerContainer start(String image, int port, List<String> command, Map<String, String> environment,
			String bind, String readyLog, int readyCount) {
		requireEngine();
		GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image)).withEnv(environment)
			.withExposedPorts(port)
			.withCreateContainerCmdModifier((create) -> create.getHostConfig()
				.withPortBindings(PortBinding.parse("%1$d:%1$d".formatted(port)))
				.withBinds(Bind.parse(bind)))
			.waitingFor(Wait.forLogMessage(readyLog, readyCount))
			.withStartupTimeout(Duration.ofMinutes(2));
		if (!command.isEmpty()) {
			container.withCommand(command.toArray(String[]::new));
		}
		container.start();
		return new DockerContainer(container);
	}

	boolean isRunning() {
		return this.container.isRunning();
	}

	void kill() {
		if (isRunning()) {
			DockerClientFactory.lazyClient().killContainerCmd(this.container.getContainerId()).exec();
		}
		this.container.stop();
	}

	void stop() {
		if (isRunning()) {
			DockerClientFactory.lazyClient().stopContainerCmd(this.container.getContainerId()).withTimeout(20).exec();
		}
		this.container.stop();
	}

	static void removeVolume(String volume) {
		DockerClientFactory.lazyClient().removeVolumeCmd(volume).exec();
	}

}
