-- A VPA may have the form of our reference, and banks repeat it in the narration of a return, which then names another payout. No VPA is
-- registered with it any more. What was registered or accepted before is recorded once: lines that have such a reference are for people only.
CREATE TABLE reconciliation_named_reference (
  reference text PRIMARY KEY CHECK (length(reference) = 29)
);

CREATE TRIGGER reconciliation_named_reference_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliation_named_reference
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

COMMENT ON TABLE reconciliation_named_reference IS 'References of payouts that the payee, the narration or the VPA of another payment contained before such texts were refused or changed. A line with one of them proves nothing by itself.';

CREATE FUNCTION refuse_vpa_that_names_a_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the VPA of beneficiary % has the form of a reference at the bank', NEW.beneficiary_id
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Only of a new VPA, so that an older beneficiary can be archived and erased.
CREATE TRIGGER beneficiary_names_no_payout BEFORE INSERT ON beneficiary
  FOR EACH ROW WHEN (NEW.vpa ~* 'HND[0-9A-HJKMNP-TV-Z]{26}') EXECUTE FUNCTION refuse_vpa_that_names_a_payout();
CREATE TRIGGER beneficiary_changes_to_name_no_payout BEFORE UPDATE OF vpa ON beneficiary
  FOR EACH ROW WHEN (NEW.vpa IS DISTINCT FROM OLD.vpa AND NEW.vpa ~* 'HND[0-9A-HJKMNP-TV-Z]{26}') EXECUTE FUNCTION refuse_vpa_that_names_a_payout();

INSERT INTO reconciliation_named_reference (reference)
SELECT DISTINCT substr(named.text, place, 29)
  FROM (SELECT upper(concat_ws(' ', beneficiary_name, narration, vpa)) AS text FROM payout
         WHERE concat_ws(' ', beneficiary_name, narration, vpa) ~* 'HND[0-9A-HJKMNP-TV-Z]{26}'
        UNION
        SELECT upper(vpa) FROM beneficiary WHERE vpa ~* 'HND[0-9A-HJKMNP-TV-Z]{26}') AS named
 CROSS JOIN LATERAL generate_series(1, length(named.text) - 28) AS place
 WHERE substr(named.text, place, 29) ~ '^HND[0-9A-HJKMNP-TV-Z]{26}$';

UPDATE reconciliation_open_line SET by_hand_only = true
 WHERE NOT by_hand_only AND reference IN (SELECT reference FROM reconciliation_named_reference);
