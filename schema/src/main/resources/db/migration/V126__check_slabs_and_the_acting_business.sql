-- What the roles of the portals must not do by themselves, and did not have to prove.

-- Slabs are part of the prices that two people agreed to: a plan gets them in its transaction, and none later. The plan itself needs
-- an approval that is executed in that transaction.
CREATE FUNCTION require_new_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
     AND NOT EXISTS (SELECT FROM price_plan WHERE price_plan_id = NEW.price_plan_id AND created_at >= transaction_timestamp()) THEN
    RAISE EXCEPTION 'commission_slab: two people must agree to this change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER commission_slab_needs_two_people BEFORE INSERT ON commission_slab
  FOR EACH ROW EXECUTE FUNCTION require_new_plan();

-- Null names no business; outside a session of a person acting_business() is null as well, and events of null are for all businesses.
CREATE OR REPLACE FUNCTION require_acting_business(of_business uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF session_user = 'hundi_portal_merchant' AND (of_business = acting_business()) IS NOT TRUE THEN
    RAISE EXCEPTION 'the session acts for another business' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

-- Who signs in must not keep a role that is being taken away. The locks wait for a removal; the roles of a portal may not lock rows
-- of tables that nobody updates.
CREATE FUNCTION await_removals_of_roles(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM membership WHERE person_id = person ORDER BY business_id, role FOR KEY SHARE;
  PERFORM 1 FROM staff_role WHERE person_id = person ORDER BY role FOR KEY SHARE;
END $$;
