-- Events of payouts and wallets, recorded by row triggers whose conditions no ordinary payout meets: it runs no statement more.
CREATE FUNCTION record_payout_event(of_business uuid, of_payout uuid, kind text, hold_reason text, source payout_event) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT record_business_event(of_business, kind, row_to_json(d), of_payout, NULL)
    FROM (SELECT coalesce(source.status, p.status) AS "status",
                 to_char(coalesce(source.created_at, clock_timestamp()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp",
                 p.business_id AS "businessId", coalesce(source.response_code, p.response_code) AS "responseCode",
                 p.transaction_id AS "transactionId", coalesce(source.response_message, p.response_message) AS "responseMessage",
                 p.payout_id AS "payoutTransactionId", p.merchant_reference_id AS "merchantReferenceId",
                 coalesce(source.utr, p.utr) AS "utr", coalesce(source.utr, p.utr) AS "transactionReference", hold_reason AS "holdReason"
            FROM payout p
           WHERE p.business_id = of_business AND p.payout_id = of_payout) d
$$;

COMMENT ON FUNCTION record_payout_event IS 'Records an event of a payout: as at a row of payout_event, or as it is now.';

CREATE FUNCTION record_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM record_payout_event(NEW.business_id, NEW.payout_id, 'Queued', NEW.reason, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER payout_hold_begins AFTER INSERT ON payout_hold
  FOR EACH ROW WHEN (NEW.reason IS NOT NULL) EXECUTE FUNCTION record_hold();
CREATE TRIGGER payout_hold_begins_again AFTER UPDATE OF reason ON payout_hold
  FOR EACH ROW WHEN (OLD.reason IS NULL AND NEW.reason IS NOT NULL) EXECUTE FUNCTION record_hold();

CREATE FUNCTION record_queue() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM record_payout_event(NEW.business_id, NEW.payout_id, CASE WHEN NEW.queued THEN 'Queued' ELSE 'Released' END, 'LOW_BALANCE', NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER payout_queue_changes AFTER UPDATE OF queued ON payout
  FOR EACH ROW WHEN (OLD.queued <> NEW.queued AND (NEW.queued OR NEW.status = 4)) EXECUTE FUNCTION record_queue();

CREATE FUNCTION record_rare_stage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM record_payout_event(NEW.business_id, NEW.payout_id,
    CASE NEW.stage WHEN 'RELEASED' THEN 'Released' WHEN 'RETURNED' THEN 'Returned' ELSE 'Cancelled' END,
    CASE WHEN NEW.stage = 'RELEASED' THEN CASE NEW.source WHEN 'SCHEDULE' THEN 'SCHEDULED' ELSE 'APPROVAL' END END, NEW);
  RETURN NULL;
END $$;

CREATE TRIGGER payout_event_is_rare AFTER INSERT ON payout_event FOR EACH ROW
  WHEN (NEW.stage IN ('RELEASED', 'RETURNED')
        OR NEW.stage = 'FAILED' AND NEW.response_code IN ('CANCELLED_BY_MERCHANT', 'REJECTED_BY_APPROVER', 'APPROVAL_EXPIRED'))
  EXECUTE FUNCTION record_rare_stage();

-- The line is in the wallet, because the condition of a trigger reads no other table. The update of the balance finds each crossing itself:
-- none is missed between two looks, and an alert is due again once the balance has been at the line or above.
ALTER TABLE wallet ADD COLUMN low_balance_paise bigint CHECK (low_balance_paise > 0);

COMMENT ON COLUMN wallet.low_balance_paise IS 'In paise: the business is alerted each time balance_paise falls below it; null for no alert.';

ALTER TABLE letter DROP CONSTRAINT letter_kind_check,
  ADD CONSTRAINT letter_kind_check CHECK (kind IN ('INVITATION', 'RECOVERY', 'NEW_DEVICE', 'KEY_CREATED', 'IP_RULE_CHANGED', 'KYC_RETURNED',
                                                   'KYC_APPROVED', 'CREDENTIALS_CHANGED', 'LOW_BALANCE')) NOT VALID;

CREATE FUNCTION alert_low_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM record_business_event(NEW.business_id, 'LowBalance', row_to_json(d), NULL, NULL)
     FROM (SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp", NEW.business_id AS "businessId",
                  NEW.balance_paise::text AS "balancePaise", NEW.low_balance_paise::text AS "lowBalancePaise") d;
  INSERT INTO letter (letter_id, kind, audience, business_id, recipient, parameters)
  SELECT uuidv7(), 'LOW_BALANCE', 'MERCHANT', NEW.business_id, o.email,
         jsonb_build_array(b.business_name, to_char(NEW.balance_paise / 100.0, 'FM999999999999990.00'),
                           to_char(NEW.low_balance_paise / 100.0, 'FM999999999999990.00'))
    FROM (SELECT DISTINCT p.email FROM membership m JOIN person p ON p.person_id = m.person_id
           WHERE m.business_id = NEW.business_id AND m.role = 'OWNER') o
    JOIN business b ON b.business_id = NEW.business_id;
  RETURN NULL;
END $$;

CREATE TRIGGER wallet_falls_below_line AFTER UPDATE OF balance_paise ON wallet
  FOR EACH ROW WHEN (OLD.balance_paise >= NEW.low_balance_paise AND NEW.balance_paise < NEW.low_balance_paise) EXECUTE FUNCTION alert_low_balance();

CREATE FUNCTION set_low_balance_line(of_business uuid, line_paise bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM require_acting_business(of_business);
  UPDATE wallet SET low_balance_paise = line_paise WHERE business_id = of_business;
END $$;

COMMENT ON FUNCTION set_low_balance_line IS 'Sets wallet.low_balance_paise, in paise; null for no alert. Roles of the portals may not update wallets.';
