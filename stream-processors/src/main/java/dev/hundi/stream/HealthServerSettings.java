package dev.hundi.stream;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The HTTP server of health, metrics and internal endpoints: {@code hundi.http.*}.
 *
 * @param port TCP port, 0 for any free port
 */
public record HealthServerSettings(@DefaultValue("8081") int port) {
}
