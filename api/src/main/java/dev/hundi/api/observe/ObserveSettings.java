package dev.hundi.api.observe;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Logging of requests: {@code hundi.observe.*}.
 *
 * @param accessLog whether to write a log line for each request
 */
public record ObserveSettings(@DefaultValue("true") boolean accessLog) {
}
