package dev.hundi.portal.testing;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * A path that a portal takes posts at.
 *
 * @param path with its variables in braces
 */
public record PostRoute(String path, HandlerMethod method) {

	/** The routes of a portal, ordered by path. */
	public static List<PostRoute> all(TestPortal.Copy copy) {
		return copy.context()
			.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.entrySet()
			.stream()
			.filter((route) -> route.getKey().getMethodsCondition().getMethods().contains(RequestMethod.POST))
			.flatMap((route) -> route.getKey()
				.getPatternValues()
				.stream()
				.map((path) -> new PostRoute(path, route.getValue())))
			.sorted(Comparator.comparing(PostRoute::path))
			.toList();
	}

	/** Names of the parameters that its method takes: fields and path variables. */
	public List<String> parameters() {
		return Arrays.stream(this.method.getMethodParameters())
			.map(this::named)
			.map(MethodParameter::getParameterName)
			.filter(Objects::nonNull)
			.toList();
	}

	/** The path with random ids: UUIDs or numbers. */
	public String filled() {
		String filled = this.path;
		for (MethodParameter parameter : this.method.getMethodParameters()) {
			filled = filled.replace("{" + named(parameter).getParameterName() + "}",
					(parameter.getParameterType() == UUID.class) ? UUID.randomUUID().toString() : "7");
		}
		return filled;
	}

	private MethodParameter named(MethodParameter parameter) {
		MethodParameter named = parameter.withContainingClass(this.method.getBeanType());
		named.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
		return named;
	}

}
