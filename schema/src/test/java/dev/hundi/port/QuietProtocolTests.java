package dev.hundi.port;

import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class QuietProtocolTests {

	@Test
	void endsAnAsynchronousRequestThatTimesOut(@TempDir Path directory) throws Exception {
		Tomcat tomcat = new Tomcat();
		tomcat.setBaseDir(directory.toString());
		Connector connector = new Connector(QuietProtocol.class.getName());
		connector.setPort(0);
		tomcat.setConnector(connector);
		Context context = tomcat.addContext("", directory.toString());
		Tomcat.addServlet(context, "waits", new Waits()).setAsyncSupported(true);
		context.addServletMappingDecoded("/", "waits");
		tomcat.start();
		try (HttpClient http = HttpClient.newHttpClient()) {
			assertThat(timer(connector)).isNull();
			HttpRequest request = HttpRequest
				.newBuilder(URI.create("http://localhost:%d/".formatted(connector.getLocalPort())))
				.timeout(Duration.ofSeconds(30))
				.build();
			assertThat(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(500);
			assertThat(timer(connector)).isNotNull();
		}
		finally {
			tomcat.stop();
			tomcat.destroy();
		}
	}

	private static @Nullable Object timer(Connector connector) throws ReflectiveOperationException {
		Field timer = AbstractProtocol.class.getDeclaredField("timeoutFuture");
		timer.setAccessible(true);
		return timer.get(connector.getProtocolHandler());
	}

	private static final class Waits extends HttpServlet {

		@Override
		protected void doGet(HttpServletRequest request, HttpServletResponse response) {
			request.startAsync().setTimeout(1);
		}

	}

}
