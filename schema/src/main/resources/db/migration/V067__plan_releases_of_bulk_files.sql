-- A file can be released at a time, and as soon as its wallet covers it. Until then it awaits its release and can be cancelled.
ALTER TABLE bulk_file
  ADD COLUMN planned_for timestamptz,
  ADD COLUMN planned_by text,
  ADD COLUMN rerun_of uuid,
  ADD CONSTRAINT bulk_file_plan_has_planner CHECK ((planned_for IS NULL) = (planned_by IS NULL)) NOT VALID,
  ADD CONSTRAINT bulk_file_planner_is_not_maker CHECK (planned_by IS NULL OR people_needed = 1 OR planned_by <> uploaded_by) NOT VALID,
  ADD CONSTRAINT bulk_file_rerun_of_file FOREIGN KEY (business_id, rerun_of) REFERENCES bulk_file NOT VALID;

COMMENT ON COLUMN bulk_file.planned_for IS 'The earliest time of the planned release; null if none is planned. The file waits longer while its wallet does not cover it.';
COMMENT ON COLUMN bulk_file.planned_by IS 'The checker who planned the release; where two people are needed, not the maker.';
COMMENT ON COLUMN bulk_file.rerun_of IS 'The file whose failed rows this one pays again; null for an upload.';

CREATE INDEX bulk_file_planned ON bulk_file (planned_for) WHERE planned_for IS NOT NULL AND status = 'AWAITING_RELEASE';

-- The failed rows of a file are paid again once. A file of which every row failed has the content of its re-run.
CREATE UNIQUE INDEX bulk_file_rerun ON bulk_file (business_id, rerun_of) WHERE rerun_of IS NOT NULL AND status NOT IN ('REJECTED', 'CANCELLED');
DROP INDEX bulk_file_content;
CREATE UNIQUE INDEX bulk_file_content ON bulk_file (business_id, sha256, rerun_of) NULLS NOT DISTINCT WHERE status NOT IN ('REJECTED', 'CANCELLED');
