CREATE TABLE statement_profile (
  name        text        NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  version     integer     NOT NULL CHECK (version >= 1),
  valid_from  date        NOT NULL,
  content     text        NOT NULL CHECK (length(content) <= 9000),
  approval_id uuid        UNIQUE REFERENCES approval,
  maker       text        NOT NULL CHECK (length(maker) BETWEEN 1 AND 254),
  checker     text        NOT NULL CHECK (length(checker) BETWEEN 1 AND 254),
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, version),
  CONSTRAINT statement_profile_checker_is_not_maker CHECK (approval_id IS NULL OR lower(checker) <> lower(maker))
);

COMMENT ON TABLE statement_profile IS 'Append-only: how the CSV and the narrations of a bank are read. A file is read with the highest version that is valid on the day of its load.';
COMMENT ON COLUMN statement_profile.name IS 'nodal_account.statement_profile refers to it.';
COMMENT ON COLUMN statement_profile.valid_from IS 'First day, Asia/Kolkata.';
COMMENT ON COLUMN statement_profile.content IS 'JSON as it was agreed to: name, validFrom and profile (dev.hundi.statement.ProfileContent).';
COMMENT ON COLUMN statement_profile.approval_id IS 'The approval by two people; null for profiles that an installation begins with.';
COMMENT ON COLUMN statement_profile.maker IS 'E-mail address of who proposed it.';
COMMENT ON COLUMN statement_profile.checker IS 'E-mail address of who agreed.';

CREATE TRIGGER statement_profile_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_profile
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO statement_profile (name, version, valid_from, content, maker, checker) VALUES
  ('standard', 1, '2000-01-01', '{"name":"standard","validFrom":"2000-01-01","profile":{"csv":null,"narrations":[]}}', 'INSTALLATION', 'INSTALLATION'),
  ('hdfc', 1, '2000-01-01', '{"name":"hdfc","validFrom":"2000-01-01","profile":{"csv":{"columns":{"BOOKED_ON":"Date","NARRATION":"Narration","VALUE_ON":"Value Dat","DEBIT":"Debit Amount","CREDIT":"Credit Amount","BANK_REFERENCE":"Chq/Ref Number","BALANCE":"Closing Balance"},"dateFormat":"dd/MM/uu","delimiter":",","charset":"UTF-8","decimal":".","grouping":",","debitTerms":["DR","D","DEBIT"],"creditTerms":["CR","C","CREDIT"],"newestFirst":false},"narrations":[{"pattern":"(?i)^(NEFT|RTGS) ?(DR|CR)-[A-Z]{4}0[A-Z0-9]{6}-(?<name>[^-]+)-","direction":null,"kind":null,"rail":null},{"pattern":"(?i)^IMPS-(?<utr>\\d{12})-(?<name>[^-]+)-","direction":null,"kind":null,"rail":"IMPS"},{"pattern":"(?i)^UPI-(?<name>[^-]+)-(?<account>[^-@\\s]+@[A-Z0-9]+)-","direction":null,"kind":null,"rail":"UPI"}]}}', 'INSTALLATION', 'INSTALLATION'),
  ('icici', 1, '2000-01-01', '{"name":"icici","validFrom":"2000-01-01","profile":{"csv":{"columns":{"BOOKED_ON":"Value Date","NARRATION":"Description","AMOUNT":"Transaction Amount(INR)","DIRECTION":"Cr/Dr","BANK_REFERENCE":"Transaction ID","BALANCE":"Available Balance(INR)"},"dateFormat":"dd/MM/uuuu","delimiter":",","charset":"UTF-8","decimal":".","grouping":",","debitTerms":["DR","D","DEBIT"],"creditTerms":["CR","C","CREDIT"],"newestFirst":false},"narrations":[{"pattern":"(?i)^(INF/)?NEFT[-/](?<utr>[A-Z0-9]{12,22})[-/](?<name>[^-/]+)","direction":null,"kind":null,"rail":"NEFT"},{"pattern":"(?i)^(INF/)?RTGS[-/](?<utr>[A-Z0-9]{16,22})[-/]","direction":null,"kind":null,"rail":"RTGS"},{"pattern":"(?i)^MMT/IMPS/(?<utr>\\d{12})/[^/]*/(?<name>[^/]+)","direction":null,"kind":null,"rail":"IMPS"},{"pattern":"(?i)^UPI/(?<utr>\\d{12})/[^/]*/(?<account>[^/@\\s]+@[A-Z0-9]+)","direction":null,"kind":null,"rail":"UPI"}]}}', 'INSTALLATION', 'INSTALLATION'),
  ('sandbox', 1, '2000-01-01', '{"name":"sandbox","validFrom":"2000-01-01","profile":{"csv":{"columns":{"BOOKED_ON":"Booked","VALUE_ON":"Value","NARRATION":"Narration","AMOUNT":"Amount","DIRECTION":"Dr/Cr","UTR":"UTR","REFERENCE":"Reference","BANK_REFERENCE":"Bank reference","VIRTUAL_ACCOUNT":"Virtual account","BALANCE":"Balance"},"dateFormat":"uuuu-MM-dd","delimiter":",","charset":"UTF-8","decimal":".","grouping":",","debitTerms":["DR","D","DEBIT"],"creditTerms":["CR","C","CREDIT"],"newestFirst":false},"narrations":[]}}', 'INSTALLATION', 'INSTALLATION');

-- What is stored is what two people agreed to, in the transaction that executes the approval. Maker and checker are theirs.
CREATE FUNCTION require_agreed_profile() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  agreed approval;
BEGIN
  SELECT * INTO agreed FROM approval
   WHERE approval_id = NEW.approval_id AND kind = 'STATEMENT_PROFILE' AND executed_at >= transaction_timestamp()
     AND content_hash = sha256(convert_to(NEW.content, 'UTF8'));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'statement_profile: two people must agree to this content' USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.name, NEW.valid_from::text) IS DISTINCT FROM (NEW.content::jsonb ->> 'name', NEW.content::jsonb ->> 'validFrom')
     OR NEW.valid_from < (now() AT TIME ZONE 'Asia/Kolkata')::date THEN
    RAISE EXCEPTION 'statement_profile: name and first day are those of the content, and the day is not past' USING ERRCODE = 'check_violation';
  END IF;
  NEW.maker := (SELECT email FROM person WHERE person_id = agreed.maker_id);
  NEW.checker := (SELECT p.email FROM approval_decision d JOIN person p ON p.person_id = d.checker_id
                   WHERE d.approval_id = agreed.approval_id AND d.decision = 'AGREE');
  RETURN NEW;
END $$;

CREATE TRIGGER statement_profile_is_agreed BEFORE INSERT ON statement_profile FOR EACH ROW EXECUTE FUNCTION require_agreed_profile();

ALTER TABLE statement_file ADD profile_versions text CHECK (length(profile_versions) <= 500);

COMMENT ON COLUMN statement_file.profile_versions IS 'Profiles with which it was read last, such as hdfc 3.';
