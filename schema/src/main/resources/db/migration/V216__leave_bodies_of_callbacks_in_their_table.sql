-- A contradiction by a callback repeated the first 500 characters of its body. Banks may write payee and account there; the body is erased
-- after its period, and members of the staff who decide on contradictions do not read it. The contradiction names the callback instead.
UPDATE bank_conflict k
   SET detail = coalesce((
         SELECT 'callback ' || c.event_id
           FROM bank_attempt a
           JOIN bank_callback c ON c.bank = a.bank AND c.reference = a.reference AND c.status = k.reported
          WHERE a.business_id = k.business_id AND a.payout_id = k.payout_id AND a.attempt_number = k.attempt_number
          ORDER BY c.verdict = 'CONTRADICTS' DESC NULLS LAST, c.first_received_at, c.event_id LIMIT 1), 'callback')
 WHERE k.reported_by = 'CALLBACK' AND k.detail NOT LIKE 'Received before the refund: callback %';
