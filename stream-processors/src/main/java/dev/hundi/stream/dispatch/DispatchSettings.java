package dev.hundi.stream.dispatch;

import java.net.URI;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Payment through banks: {@code hundi.dispatch.*}.
 *
 * @param bankName name of the bank in attempts
 * @param bankUrl its JSON API
 */
public record DispatchSettings(@DefaultValue("sandbox") String bankName,
		@DefaultValue("http://localhost:8090") URI bankUrl) {
}
