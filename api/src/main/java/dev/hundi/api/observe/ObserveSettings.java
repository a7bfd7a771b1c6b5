package dev.hundi.api.observe;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is written about requests: {@code hundi.observe.*}.
 *
 * @param accessLog whether every request gets a line in the log
 */
public record ObserveSettings(@DefaultValue("true") boolean accessLog) {
}
