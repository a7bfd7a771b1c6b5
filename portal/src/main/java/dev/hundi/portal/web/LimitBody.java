package dev.hundi.portal.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.ResponseStatusException;

/**
 * Answers 413 to bodies that are larger than what pages and programs send, because
 * anybody can send one and the whole of it would be in memory. Uploaded files are written
 * to the disk as they arrive and have limits of their own.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class LimitBody extends OncePerRequestFilter {

	private static final String MULTIPART = "multipart/";

	private static final String COMMANDS = "/commands/";

	/** The body is the file. */
	private static final String STATEMENT_UPLOADS = "/commands/statements/uploads";

	/** JSON and all else that is not a form. */
	private static final int MAX_BYTES = 64 * 1024;

	/** Tomcat has the same limit for forms whose length is not announced. */
	private static final int MAX_FORM_BYTES = 256 * 1024;

	static boolean isMultipart(@Nullable String contentType) {
		return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith(MULTIPART);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String type = Objects.requireNonNullElse(request.getContentType(), "").toLowerCase(Locale.ROOT);
		boolean command = request.getServletPath().startsWith(COMMANDS);
		if (isMultipart(type)) {
			if (command) {
				refuse(response, HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type",
						"Send the body itself, without multipart.");
			}
			else {
				chain.doFilter(request, response);
			}
			return;
		}
		if (request.getServletPath().equals(STATEMENT_UPLOADS)) {
			chain.doFilter(request, response);
			return;
		}
		int limit = type.startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE) ? MAX_FORM_BYTES : MAX_BYTES;
		if (request.getContentLengthLong() > limit) {
			refuse(response, HttpStatus.CONTENT_TOO_LARGE, "payload_too_large", tooLarge(limit));
			return;
		}
		chain.doFilter(new LimitedRequest(request, limit), response);
	}

	private static String tooLarge(int limit) {
		return "The body has more than %d KB.".formatted(limit / 1024);
	}

	private static void refuse(HttpServletResponse response, HttpStatus status, String code, String detail)
			throws IOException {
		response.setStatus(status.value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.getOutputStream().write("""
				{"title":"%s","status":%d,"code":"%s","detail":"%s"}
				""".formatted(status.getReasonPhrase(), status.value(), code, detail).getBytes(StandardCharsets.UTF_8));
	}

	/** Counts, because a body in chunks announces no length. */
	private static final class LimitedRequest extends HttpServletRequestWrapper {

		private final int limit;

		private @Nullable ServletInputStream in;

		LimitedRequest(HttpServletRequest request, int limit) {
			super(request);
			this.limit = limit;
		}

		@Override
		public ServletInputStream getInputStream() throws IOException {
			if (this.in == null) {
				this.in = new LimitedStream(super.getInputStream(), this.limit);
			}
			return this.in;
		}

		@Override
		public BufferedReader getReader() throws IOException {
			Charset charset = Charset
				.forName(Objects.requireNonNullElse(getCharacterEncoding(), StandardCharsets.UTF_8.name()));
			return new BufferedReader(new InputStreamReader(getInputStream(), charset));
		}

	}

	private static final class LimitedStream extends ServletInputStream {

		private final ServletInputStream in;

		private final int limit;

		private long count;

		LimitedStream(ServletInputStream in, int limit) {
			this.in = in;
			this.limit = limit;
		}

		@Override
		public int read() throws IOException {
			int read = this.in.read();
			count((read >= 0) ? 1 : 0);
			return read;
		}

		@Override
		public int read(byte[] buffer, int offset, int length) throws IOException {
			int read = this.in.read(buffer, offset, length);
			count(Math.max(read, 0));
			return read;
		}

		/** An IOException would be reported as a body that cannot be read. */
		private void count(int read) {
			this.count += read;
			if (this.count > this.limit) {
				throw new ResponseStatusException(HttpStatus.CONTENT_TOO_LARGE, tooLarge(this.limit));
			}
		}

		@Override
		public boolean isFinished() {
			return this.in.isFinished();
		}

		@Override
		public boolean isReady() {
			return this.in.isReady();
		}

		@Override
		public void setReadListener(ReadListener listener) {
			this.in.setReadListener(listener);
		}

	}

}
