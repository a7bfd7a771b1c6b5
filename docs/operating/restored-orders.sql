-- Records orders that banks have and a restored database does not know (docs/operating.md, "Restoring PostgreSQL"), so that no payout
-- is sent a second time. Run it as the schema's owner in one transaction, while every rail is switched off and after the lists of the
-- banks are in the table reported_order (bank, reference, message_id). It may be run again; the last list shows what remains, and what to do.

-- An order under a name that no bank has would be asked about by none.
DO $$
DECLARE
  unknown text;
BEGIN
  SELECT string_agg(named.bank, ', ' ORDER BY named.bank) INTO unknown
    FROM (SELECT DISTINCT bank FROM reported_order) AS named
   WHERE NOT EXISTS (SELECT FROM bank_health h WHERE h.bank = named.bank)
     AND NOT EXISTS (SELECT FROM bank_attempt a WHERE a.bank = named.bank);
  IF unknown IS NOT NULL THEN
    RAISE EXCEPTION 'reported_order.bank must be the name of a bank in hundi.dispatch.banks, not %', unknown;
  END IF;
END $$;

-- A reference is HND and the payout's id in 26 Crockford digits of five bits; the first two of the 130 bits are zero.
CREATE TEMPORARY TABLE restored_order ON COMMIT DROP AS
WITH listed AS (
  SELECT bank, reference, max(message_id) AS message_id, count(*) OVER (PARTITION BY reference) AS banks
    FROM reported_order GROUP BY bank, reference
), reported AS (
  SELECT r.bank, r.reference, r.message_id, r.banks,
         (SELECT string_agg((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(r.reference, digit, 1)) - 1)::bit(5)::text, '' ORDER BY digit)
            FROM generate_series(4, 29) AS digit) AS bits
    FROM listed r
   WHERE r.reference ~ '^HND[0-7][0-9A-HJKMNP-TV-Z]{25}$'
), named AS (
  SELECT bank, reference, message_id, banks,
         (SELECT string_agg(to_hex(substr(bits, 3 + 4 * nibble, 4)::bit(4)::integer), '' ORDER BY nibble)
            FROM generate_series(0, 31) AS nibble)::uuid AS payout_id
    FROM reported
)
SELECT named.*, p.business_id, p.status, p.held
  FROM named LEFT JOIN payout p ON p.payout_id = named.payout_id;

-- As the claim of a process that died: Hundi asks the bank by the reference, and only that bank ever gets the payout again.
-- An order that two banks have is recorded at neither: the report of one must not end it while the other may have paid.
INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, due_at)
SELECT r.business_id, r.payout_id, coalesce(earlier.attempts, 0) + 1, r.bank, r.reference, 'CLAIMED', now()
  FROM restored_order r
 CROSS JOIN LATERAL (
   SELECT max(a.attempt_number) AS attempts, bool_or(a.state <> 'NOT_SENT') AS known
     FROM bank_attempt a WHERE a.business_id = r.business_id AND a.payout_id = r.payout_id) AS earlier
 WHERE r.status = 4 AND r.banks = 1 AND earlier.known IS NOT TRUE;

-- Of a bank with files also the order and its file, which is written already: an order without a file would get into the next one.
INSERT INTO bank_file (bank, message_id, rail, begun_at, deliveries, written_at)
SELECT r.bank, r.message_id, min(p.rail), now(), 1, now()
  FROM restored_order r JOIN payout p ON p.business_id = r.business_id AND p.payout_id = r.payout_id
 WHERE r.message_id IS NOT NULL
 GROUP BY r.bank, r.message_id
ON CONFLICT (bank, message_id) DO UPDATE SET begun_at = coalesce(bank_file.begun_at, now()), deliveries = greatest(bank_file.deliveries, 1);

INSERT INTO bank_file_order (bank, reference, business_id, payout_id, attempt_number, rail, amount_paise, beneficiary_name, account_number,
                             ifsc, transaction_id, narration, message_id)
SELECT a.bank, a.reference, p.business_id, p.payout_id, a.attempt_number, p.rail, p.amount_paise, p.beneficiary_name, p.account_number,
       p.ifsc, p.transaction_id, p.narration, r.message_id
  FROM restored_order r
  JOIN payout p ON p.business_id = r.business_id AND p.payout_id = r.payout_id
  JOIN bank_attempt a ON a.business_id = r.business_id AND a.payout_id = r.payout_id AND a.bank = r.bank AND a.state <> 'NOT_SENT'
 WHERE r.message_id IS NOT NULL
ON CONFLICT DO NOTHING;

-- An order that is queued or recalled here was sent in that file: it must not get into another one.
UPDATE bank_file_order o SET message_id = r.message_id, recalled_at = NULL
  FROM restored_order r
 WHERE o.bank = r.bank AND o.reference = r.reference AND o.message_id IS NULL AND r.message_id IS NOT NULL;

-- What remains. Where the bank is "on a statement", a statement shows the payment and no list has the order.
SELECT r.bank, r.reference, r.business_id, r.payout_id, r.status,
       CASE
         WHEN r.status IS NULL THEN 'lost: tell its merchant not to send it again'
         WHEN r.banks > 1 THEN 'two banks have it: delete the lines of those that did not pay it from reported_order and run this again'
         WHEN r.status = 3 AND r.held THEN 'waits for an approval or its time: cancel-restored.sql ends it; tell its merchant not to send it again'
         WHEN r.status = 3 THEN 'run this again once it is debited'
         WHEN r.status = 4 THEN 'recorded at another bank: run this again once that bank has answered'
         ELSE 'ended here in another way: if the bank paid it, tell its merchant not to send it again'
       END AS next
  FROM restored_order r
 WHERE NOT EXISTS (SELECT FROM bank_attempt a
                    WHERE a.business_id = r.business_id AND a.payout_id = r.payout_id AND a.bank = r.bank AND a.state <> 'NOT_SENT')
UNION ALL
SELECT DISTINCT 'on a statement', l.reference, p.business_id, p.payout_id, p.status,
       'add it to reported_order under the bank that paid it and run this again'
  FROM payout p
  JOIN bank_statement_line l ON l.direction = 'DEBIT' AND l.reference = reference_of_payout(p.payout_id)
  JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
 WHERE p.status IN (3, 4) AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
   AND NOT EXISTS (SELECT FROM bank_attempt a
                    WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND a.state <> 'NOT_SENT')
   AND NOT EXISTS (SELECT FROM restored_order r WHERE r.business_id = p.business_id AND r.payout_id = p.payout_id)
UNION ALL
SELECT DISTINCT bank, reference, NULL::uuid, NULL::uuid, NULL::smallint, 'no reference of a payout: ask the bank'
  FROM reported_order r
 WHERE NOT EXISTS (SELECT FROM restored_order o WHERE o.bank = r.bank AND o.reference = r.reference)
 ORDER BY bank, reference;
