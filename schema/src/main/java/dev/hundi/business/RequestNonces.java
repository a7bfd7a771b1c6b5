package dev.hundi.business;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The replay tokens of verified requests: the nonce of a v2 request, the signature of a
 * v1 write.
 */
@Repository
public class RequestNonces {

	private final JdbcClient jdbc;

	RequestNonces(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Whether a token of a key was consumed. */
	public boolean isUsed(String apiKey, String token) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM request_nonce WHERE api_key = :apiKey AND nonce = :token)")
			.param("apiKey", apiKey)
			.param("token", token)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Consumes a token of a key.
	 * @return whether it was unused; of two concurrent calls, true for one
	 */
	public boolean use(String apiKey, String token) {
		return this.jdbc
			.sql("INSERT INTO request_nonce (api_key, nonce) VALUES (:apiKey, :token) ON CONFLICT DO NOTHING")
			.param("apiKey", apiKey)
			.param("token", token)
			.update() == 1;
	}

}
