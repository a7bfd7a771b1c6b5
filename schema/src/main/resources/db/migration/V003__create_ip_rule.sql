CREATE TABLE ip_rule (
  business_id uuid        NOT NULL REFERENCES business,
  network     cidr        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (business_id, network)
);

COMMENT ON TABLE ip_rule IS 'Addresses a business calls from. No row: any address is accepted.';
