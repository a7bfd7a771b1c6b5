-- The text said that a payout had its state since it was claimed.
CREATE OR REPLACE VIEW manual_review AS
SELECT 'ENQUIRIES_ENDED' AS kind, a.business_id, a.payout_id AS subject_id, a.bank, a.updated_at AS since,
       'The payout is ' || a.state || ' under ' || a.reference || ', claimed at '
       || to_char(a.claimed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ', ' || a.enquiry_count || ' enquiries' AS detail
  FROM bank_attempt a
 WHERE a.due_at IS NULL AND a.state IN ('PENDING', 'IN_DOUBT')
UNION ALL
SELECT 'BANK_IMPLAUSIBLE', a.business_id, a.payout_id, a.bank, a.implausible_at, a.reference || ': ' || a.implausible_reason
  FROM bank_attempt a
 WHERE a.implausible_at IS NOT NULL
UNION ALL
SELECT 'BANK_CONTRADICTS', c.business_id, c.payout_id, c.bank, c.first_seen_at,
       c.reported_by || ' says ' || c.reported || ', recorded is ' || c.recorded || ': ' || c.detail
  FROM bank_conflict c
 WHERE c.settled_at IS NULL
UNION ALL
SELECT 'BENEFICIARY_' || v.state, v.business_id, v.beneficiary_id, v.bank, v.answered_at,
       'Given as "' || v.name || '"' || coalesce(', the bank has "' || v.registered_name || '"', '')
  FROM beneficiary_verification v
  JOIN beneficiary b ON b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
 WHERE v.state IN ('MISMATCH', 'INVALID') AND v.settled_at IS NULL AND b.status = 1 AND b.name = v.name
   AND (b.account_number, b.ifsc, lower(b.vpa)) IS NOT DISTINCT FROM (v.account_number, v.ifsc, lower(v.vpa));
