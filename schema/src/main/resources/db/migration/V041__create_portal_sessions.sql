-- Tables of Spring Session, one pair for each audience, so that neither can read the sessions of the other.

CREATE TABLE merchant_session (
  primary_id            char(36) PRIMARY KEY,
  session_id            char(36) NOT NULL UNIQUE,
  creation_time         bigint   NOT NULL,
  last_access_time      bigint   NOT NULL,
  max_inactive_interval integer  NOT NULL,
  expiry_time           bigint   NOT NULL,
  principal_name        varchar(100)
);

CREATE INDEX merchant_session_expiry_time ON merchant_session (expiry_time);
CREATE INDEX merchant_session_principal_name ON merchant_session (principal_name);

CREATE TABLE merchant_session_attributes (
  session_primary_id char(36)     NOT NULL REFERENCES merchant_session ON DELETE CASCADE,
  attribute_name     varchar(200) NOT NULL,
  attribute_bytes    bytea        NOT NULL,
  PRIMARY KEY (session_primary_id, attribute_name)
);

CREATE TABLE staff_session (LIKE merchant_session INCLUDING ALL);

CREATE TABLE staff_session_attributes (
  session_primary_id char(36)     NOT NULL REFERENCES staff_session ON DELETE CASCADE,
  attribute_name     varchar(200) NOT NULL,
  attribute_bytes    bytea        NOT NULL,
  PRIMARY KEY (session_primary_id, attribute_name)
);

COMMENT ON TABLE merchant_session IS 'Sessions of people of businesses.';
COMMENT ON TABLE staff_session IS 'Sessions of the staff of Hundi.';
COMMENT ON COLUMN merchant_session.creation_time IS 'Milliseconds since 1970 UTC, as are last_access_time and expiry_time.';
COMMENT ON COLUMN merchant_session.max_inactive_interval IS 'Seconds.';
COMMENT ON COLUMN merchant_session.principal_name IS 'The person_id.';
