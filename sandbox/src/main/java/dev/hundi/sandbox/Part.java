package dev.hundi.sandbox;

/** A part of the platform that listens on a port. */
public enum Part {

	API("api", 8080, "HUNDI_HTTP_PORT"),

	API_MANAGEMENT("health of the api", 8097, "HUNDI_API_MANAGEMENT_PORT"),

	BANK("sandbox bank", 8090, "HUNDI_BANK_PORT"),

	BANK_TLS("sandbox bank's payment API", 8490, "HUNDI_BANK_TLS_PORT"),

	RECEIVER("webhook receiver", 8091, "HUNDI_RECEIVER_PORT"),

	MAIL("mail server", 8025, "HUNDI_MAIL_PORT"),

	STREAM("stream-processors", 8092, "HUNDI_STREAM_PORT"),

	CALLBACKS("bank callbacks", 8098, "HUNDI_CALLBACKS_PORT"),

	WEBHOOKS("webhooks", 8096, "HUNDI_WEBHOOKS_PORT"),

	BATCH("batch-jobs", 8093, "HUNDI_BATCH_PORT"),

	PORTAL("portal", 8094, "HUNDI_PORTAL_PORT"),

	PORTAL_MANAGEMENT("health of the portal", 8099, "HUNDI_PORTAL_MANAGEMENT_PORT"),

	STAFF("staff portal", 8095, "HUNDI_STAFF_PORT"),

	STAFF_MANAGEMENT("health of the staff portal", 8100, "HUNDI_STAFF_MANAGEMENT_PORT"),

	POSTGRES("PostgreSQL", 5433, "HUNDI_POSTGRES_PORT"),

	KAFKA("Kafka", 9092, "HUNDI_KAFKA_PORT");

	private final String title;

	private final int defaultPort;

	private final String variable;

	Part(String title, int defaultPort, String variable) {
		this.title = title;
		this.defaultPort = defaultPort;
		this.variable = variable;
	}

	public String title() {
		return this.title;
	}

	public int defaultPort() {
		return this.defaultPort;
	}

	/** The environment variable that sets the port. */
	public String variable() {
		return this.variable;
	}

}
