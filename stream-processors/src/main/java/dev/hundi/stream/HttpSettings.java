package dev.hundi.stream;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where health and metrics are served: {@code hundi.http.*}.
 *
 * @param port TCP port, 0 for any free one
 */
public record HttpSettings(@DefaultValue("8081") int port) {
}
