-- Until a file is loaded, how many people it needs is unknown, and conditions on an unknown number neither refuse nor fire: a releaser or a
-- planner who must not be one could be stored meanwhile, and stayed. Only a known 1 permits them.
DROP TRIGGER bulk_file_of_person_is_released_by_person ON bulk_file;
CREATE TRIGGER bulk_file_of_person_is_released_by_person BEFORE UPDATE ON bulk_file FOR EACH ROW
  WHEN (OLD.released_by IS NULL AND NEW.released_by NOT LIKE 'person:%' AND NEW.uploaded_by LIKE 'person:%'
        AND NEW.people_needed IS DISTINCT FROM 1)
  EXECUTE FUNCTION require_releasing_person();

ALTER TABLE bulk_file
  DROP CONSTRAINT bulk_file_checker_is_not_maker,
  DROP CONSTRAINT bulk_file_planner_is_not_maker,
  ADD CONSTRAINT bulk_file_checker_is_not_maker
    CHECK (released_by IS NULL OR people_needed IS NOT DISTINCT FROM 1 OR released_by <> uploaded_by) NOT VALID,
  ADD CONSTRAINT bulk_file_planner_is_not_maker
    CHECK (planned_by IS NULL OR people_needed IS NOT DISTINCT FROM 1 OR planned_by <> uploaded_by) NOT VALID;
