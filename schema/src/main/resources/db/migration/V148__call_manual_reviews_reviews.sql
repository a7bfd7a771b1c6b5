-- Commands call manual reviews as the console and the glossary do. A token keeps its groups; one of them has another name.
ALTER TABLE access_token DISABLE TRIGGER access_token_keeps_its_scope;
ALTER TABLE access_token DROP CONSTRAINT access_token_groups_check;
UPDATE access_token SET groups = array_replace(groups, 'QUESTIONS', 'REVIEWS') WHERE 'QUESTIONS' = ANY (groups);
ALTER TABLE access_token ADD CONSTRAINT access_token_groups_check CHECK (
  cardinality(groups) > 0 AND array_position(groups, NULL) IS NULL
  AND groups <@ ARRAY['WEBHOOKS', 'STATEMENTS', 'BULK', 'RECONCILIATION', 'REVIEWS', 'DEAD_LETTERS']);
ALTER TABLE access_token ENABLE TRIGGER access_token_keeps_its_scope;
