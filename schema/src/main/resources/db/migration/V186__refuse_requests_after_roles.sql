-- The process that carries a request out may be down for hours. What a person has asked for by a role that was taken from it since, such as
-- the approval of a resolution, is not carried out. A request that is claimed at this moment ends too: an act on the books is rolled back.
CREATE FUNCTION refuse_requests_of_staff() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE operator_request
     SET state = 'REFUSED', claim_id = NULL, due_at = NULL, ended_at = now(),
         failure = 'A role was taken from the person who asked, before this was carried out'
   WHERE request_id IN (
     SELECT request_id FROM operator_request
      WHERE person_id = OLD.person_id AND state = 'PENDING' AND reason IS NOT NULL
      ORDER BY request_id FOR UPDATE);
  RETURN NULL;
END $$;

CREATE TRIGGER staff_role_ends_requests AFTER DELETE ON staff_role FOR EACH ROW EXECUTE FUNCTION refuse_requests_of_staff();
