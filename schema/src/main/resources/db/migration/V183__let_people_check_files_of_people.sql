-- One person may upload a file in the portal and hold an API key of the business, which counted as two people. Files that are released
-- already keep their releaser.
CREATE FUNCTION require_releasing_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a person releases bulk file %, because a person uploaded it and it needs two people', NEW.bulk_file_id
    USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER bulk_file_of_person_is_released_by_person BEFORE UPDATE ON bulk_file FOR EACH ROW
  WHEN (OLD.released_by IS NULL AND NEW.released_by NOT LIKE 'person:%' AND NEW.uploaded_by LIKE 'person:%' AND NEW.people_needed = 2)
  EXECUTE FUNCTION require_releasing_person();

COMMENT ON COLUMN bulk_file.people_needed IS 'How many people the file needs. Of two, the second is not the uploader, and no API key if a person uploaded the file.';
