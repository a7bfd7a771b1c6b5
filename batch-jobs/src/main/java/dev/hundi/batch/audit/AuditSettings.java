package dev.hundi.batch.audit;

import java.nio.file.Path;
import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Checkpoints of the audit chains: {@code hundi.audit.*}.
 *
 * @param checkpointKey file of the key that signs them, created if absent
 * @param checkpointInterval time between two checkpoints
 */
public record AuditSettings(@DefaultValue("var/checkpoint-key") Path checkpointKey,
		@DefaultValue("1h") Duration checkpointInterval) {

	public AuditSettings {
		if (checkpointInterval.toMillis() < 1) {
			throw new IllegalArgumentException("hundi.audit.checkpoint-interval must be above zero");
		}
	}

}
