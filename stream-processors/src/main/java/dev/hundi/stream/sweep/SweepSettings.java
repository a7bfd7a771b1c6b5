package dev.hundi.stream.sweep;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sweeper: {@code hundi.sweep.*}.
 *
 * @param interval pause between two sweeps
 */
public record SweepSettings(@DefaultValue("5s") Duration interval) {
}
