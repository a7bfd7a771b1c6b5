package dev.hundi.batch.statement;

import java.time.Duration;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.FixedDelayTask;

/** When folders are looked at, and files loaded. */
@Configuration(proxyBeanMethods = false)
class StatementSchedule {

	@Bean
	SchedulingConfigurer statementLooks(WatchFolders folders, RunLoads loads, StatementSettings settings) {
		Duration look = settings.look();
		return (tasks) -> {
			tasks.addFixedDelayTask(new FixedDelayTask(folders::look, look, look));
			tasks.addFixedDelayTask(new FixedDelayTask(loads::look, look, look));
		};
	}

}
