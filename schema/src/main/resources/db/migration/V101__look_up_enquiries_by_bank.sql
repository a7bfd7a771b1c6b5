-- One index of what is due at any bank made enquiries at one bank read past everything that was due at a bank that is down.
-- An attempt has an entry in one of the two, as before in the one.
CREATE INDEX bank_attempt_expiring ON bank_attempt (due_at) WHERE state = 'CLAIMED';
CREATE INDEX bank_attempt_enquiry ON bank_attempt (bank, due_at) WHERE due_at IS NOT NULL AND state IN ('PENDING', 'IN_DOUBT', 'SUCCEEDED');
DROP INDEX bank_attempt_due;

-- A callback about an order that was taken for unsent makes it a doubt: nothing is left to send.
CREATE TRIGGER bank_attempt_sent_after_all AFTER UPDATE OF state ON bank_attempt FOR EACH ROW
  WHEN (OLD.state = 'NOT_SENT' AND NEW.state <> 'NOT_SENT') EXECUTE FUNCTION record_bank_retry();

DELETE FROM bank_retry r
 WHERE EXISTS (SELECT FROM payout p WHERE p.business_id = r.business_id AND p.payout_id = r.payout_id AND p.status <> 4)
    OR EXISTS (SELECT FROM bank_attempt a
                WHERE a.business_id = r.business_id AND a.payout_id = r.payout_id
                  AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED'));

-- The text of a time depends on the zone of the session: a payout with a time and an approval was refused at its release if the
-- process that released it had another zone than the one that accepted it.
ALTER FUNCTION payout_content_hash SET timezone = 'UTC';
