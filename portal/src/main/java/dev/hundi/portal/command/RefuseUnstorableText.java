package dev.hundi.portal.command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Refuses JSON bodies with a text that PostgreSQL cannot store: U+0000, or a half of a
 * surrogate pair. JSON can escape both.
 */
@StaffOnly
@RestControllerAdvice("dev.hundi.portal.command")
class RefuseUnstorableText extends RequestBodyAdviceAdapter {

	private static final JsonMapper json = JsonMapper.builder().build();

	@Override
	public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
		return true;
	}

	@Override
	public HttpInputMessage beforeBodyRead(HttpInputMessage message, MethodParameter parameter, Type type,
			Class<? extends HttpMessageConverter<?>> converter) throws IOException {
		byte[] body = message.getBody().readAllBytes();
		requireStorable(body);
		return new HttpInputMessage() {

			@Override
			public InputStream getBody() {
				return new ByteArrayInputStream(body);
			}

			@Override
			public HttpHeaders getHeaders() {
				return message.getHeaders();
			}

		};
	}

	private static void requireStorable(byte[] body) {
		try (JsonParser parser = json.createParser(body)) {
			for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
				if ((token == JsonToken.VALUE_STRING || token == JsonToken.PROPERTY_NAME)
						&& !isStorable(parser.getString())) {
					throw new IllegalArgumentException(
							named(parser.streamReadContext()) + " must not contain U+0000 or half of a surrogate pair");
				}
			}
		}
		catch (JacksonException ex) {
			// What reads the body reports it.
		}
	}

	private static boolean isStorable(String text) {
		return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
	}

	/** The innermost field. */
	private static String named(@Nullable TokenStreamContext place) {
		for (TokenStreamContext at = place; at != null; at = at.getParent()) {
			if (at.currentName() != null && isStorable(at.currentName())) {
				return at.currentName();
			}
		}
		return "A field";
	}

}
