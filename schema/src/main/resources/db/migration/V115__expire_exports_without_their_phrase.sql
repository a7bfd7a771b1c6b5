-- A failed export whose search phrase is erased must not be tried again: it would contain every movement. It becomes EXPIRED, and has never had
-- a file.
ALTER TABLE wallet_export DROP CONSTRAINT wallet_export_done_has_file_details,
  ADD CONSTRAINT wallet_export_done_has_file_details CHECK (
    status NOT IN ('DONE', 'EXPIRED')
    OR (row_count IS NOT NULL AND truncated IS NOT NULL AND size_bytes IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL)
    OR (status = 'EXPIRED' AND num_nonnulls(row_count, truncated, size_bytes, sha256, stored_as, expires_at) = 0));

COMMENT ON COLUMN wallet_export.search IS 'Personal data: the phrase of the search, which may be a name or an account number. Once it is erased, the export is EXPIRED.';
