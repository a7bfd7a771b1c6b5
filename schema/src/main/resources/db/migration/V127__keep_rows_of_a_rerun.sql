-- The unpaid rows of a file leave out those that its re-run pays. A row whose payout is returned after the re-run was made is not in it.
ALTER TABLE bulk_file
  ADD COLUMN rerun_rows int4multirange,
  ADD CONSTRAINT bulk_file_rerun_rows_are_of_file CHECK (rerun_rows IS NULL OR rerun_of IS NOT NULL) NOT VALID;

COMMENT ON COLUMN bulk_file.rerun_rows IS 'The row numbers of the file rerun_of that this one pays again; null for an upload. Null for a re-run made before this column existed, which counts as one of all rows that failed.';
