-- Nothing reads when a browser was used first. last_used_at decides which browsers of a person are kept.
ALTER TABLE person_device DROP COLUMN first_used_at;
