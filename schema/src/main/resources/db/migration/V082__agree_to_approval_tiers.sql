-- How many people a file needs is a rule of approvals, so two people of the staff change it.
CREATE TRIGGER bulk_approval_tier_needs_two_people BEFORE INSERT OR UPDATE OR DELETE ON bulk_approval_tier
  FOR EACH ROW EXECUTE FUNCTION require_agreement('BULK_TIERS');
