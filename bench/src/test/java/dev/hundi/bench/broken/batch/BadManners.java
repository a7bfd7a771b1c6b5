package dev.hundi.bench.broken.batch;

import java.util.Date;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.springframework.beans.factory.annotation.Autowired;

@SuppressWarnings({ "JavaUtilDate", "NullAway" })
class BadManners {

	@Autowired
	private Object injected;

	void print(ObjectMapper mapper) {
		System.out.println(new Date().getTime() + " " + this.injected + mapper);
	}

}
