-- Both columns say what the check of rows during the collection has read; a new round forgot only one of them.
CREATE OR REPLACE FUNCTION forget_proved_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rows_proved_after := NULL;
  NEW.rows_proved_before := NULL;
  RETURN NEW;
END $$;
