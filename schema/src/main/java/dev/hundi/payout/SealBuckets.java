package dev.hundi.payout;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes the slices of full buckets of the search index, and again those of buckets that
 * have got many late rows or keep some for a day. Each runs in the transaction of its
 * caller and locks the bucket: a change of one of its texts waits. A seal itself waits
 * for no lock, so it cannot deadlock with an erasure: it leaves a bucket whose text is
 * being changed to the next round, and such a row is late again anyway.
 */
final class SealBuckets {

	/** As many late rows are read by each search of the business, at most. */
	private static final int MANY_LATE_ROWS = 256;

	private final JdbcClient jdbc;

	SealBuckets(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Seals buckets.
	 * @param full number of payouts of a full bucket
	 * @param most number of buckets at most
	 * @return number of sealed buckets
	 */
	int seal(int full, int most) {
		List<Bucket> due = this.jdbc.sql("""
				SELECT bucket_id, business_id FROM search_bucket
				 WHERE bucket_id = ANY (ARRAY(SELECT bucket_id FROM search_bucket
				                               WHERE payout_ids IS NULL AND payouts >= :full
				                              UNION ALL
				                              SELECT bucket_id FROM search_bucket
				                               WHERE late_since IS NOT NULL
				                                 AND (late_rows >= :many OR late_since < now() - interval '1 day')
				                               LIMIT :most))
				   FOR NO KEY UPDATE SKIP LOCKED
				""").param("full", full).param("many", MANY_LATE_ROWS).param("most", most).query(Bucket.class).list();
		due.forEach(this::seal);
		return due.size();
	}

	private void seal(Bucket bucket) {
		List<UUID> payouts = new ArrayList<>();
		List<String> texts = new ArrayList<>();
		this.jdbc
			.sql("""
					SELECT s.payout_id, string_agg(s.text, E'\n') AS text
					  FROM search_bucket b
					  JOIN payout_search s ON s.business_id = b.business_id AND s.payout_id >= b.from_payout_id
					 WHERE b.bucket_id = :bucket
					   AND s.payout_id < coalesce((SELECT next.from_payout_id FROM search_bucket next
					                                WHERE next.business_id = b.business_id AND next.from_payout_id > b.from_payout_id
					                                ORDER BY next.from_payout_id LIMIT 1),
					                              'ffffffff-ffff-ffff-ffff-ffffffffffff')
					 GROUP BY s.payout_id
					 ORDER BY s.payout_id
					""")
			.param("bucket", bucket.bucketId())
			.query((row) -> {
				payouts.add(row.getObject("payout_id", UUID.class));
				texts.add(row.getString("text"));
			});
		SearchSlices slices = new SearchSlices(payouts.size());
		for (int i = 0; i < texts.size(); i++) {
			slices.add(i, texts.get(i));
		}
		write(bucket, payouts, slices);
	}

	private void write(Bucket bucket, List<UUID> payouts, SearchSlices slices) {
		this.jdbc.sql("""
				INSERT INTO search_slice (bucket_id, number, business_id, payouts)
				SELECT :bucket, slice.number - 1, :business, ('x' || slice.hex)::bit varying
				  FROM unnest(:slices::varchar[]) WITH ORDINALITY AS slice (hex, number)
				ON CONFLICT (bucket_id, number) DO UPDATE
				   SET payouts = excluded.payouts
				 WHERE search_slice.payouts <> excluded.payouts
				""")
			.param("bucket", bucket.bucketId())
			.param("business", bucket.businessId())
			.param("slices", slices.hex().toArray(String[]::new))
			.update();
		this.jdbc
			.sql("""
					UPDATE payout_search SET is_late = false
					 WHERE (business_id, payout_id, part) IN (SELECT business_id, payout_id, part FROM payout_search
					                                           WHERE business_id = :business AND is_late AND bucket_id = :bucket
					                                             FOR NO KEY UPDATE SKIP LOCKED)
					""")
			.param("business", bucket.businessId())
			.param("bucket", bucket.bucketId())
			.update();
		this.jdbc
			.sql("""
					UPDATE search_bucket SET payout_ids = :payouts, late_rows = 0, late_since = NULL WHERE bucket_id = :bucket
					""")
			.param("payouts", bytes(payouts))
			.param("bucket", bucket.bucketId())
			.update();
	}

	private static byte[] bytes(List<UUID> payouts) {
		ByteBuffer bytes = ByteBuffer.allocate(payouts.size() * 2 * Long.BYTES);
		payouts.forEach(
				(payout) -> bytes.putLong(payout.getMostSignificantBits()).putLong(payout.getLeastSignificantBits()));
		return bytes.array();
	}

	/** A bucket to seal; locked. */
	private record Bucket(int bucketId, UUID businessId) {
	}

}
