package dev.hundi.api.openapi;

import dev.hundi.api.json.Schema;

/**
 * A parameter of an operation in its path, query or headers.
 *
 * @param in path, query or header
 * @param description meaning and default
 */
public record Parameter(String in, String name, boolean required, String description, Schema schema, String example) {

	public static Parameter path(String name, String description) {
		return new Parameter("path", name, true, description, Schema.uuid(""), "0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f");
	}

	public static Parameter query(String name, String description, Schema schema, String example) {
		return new Parameter("query", name, false, description, schema, example);
	}

	public static Parameter header(String name, String description, Schema schema, String example) {
		return new Parameter("header", name, false, description, schema, example);
	}

	boolean isQuery() {
		return this.in.equals("query");
	}

}
