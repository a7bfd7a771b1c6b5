-- The trigger of bulk_file writes the history with the rights of the merchants' portal, so its role may insert into it. Only the history had no
-- row-level security: the portal could have written events of any business's file. Confined as V055 does for the files.
ALTER TABLE bulk_file_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY permit ON bulk_file_event USING (true) WITH CHECK (true);
CREATE POLICY of_the_business ON bulk_file_event AS RESTRICTIVE TO hundi_portal_merchant USING (business_id = acting_business());
