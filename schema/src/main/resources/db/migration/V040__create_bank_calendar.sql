CREATE TABLE bank_calendar (
  day     date    PRIMARY KEY,
  is_open boolean NOT NULL,
  name    text    NOT NULL CHECK (length(name) BETWEEN 1 AND 100)
);

COMMENT ON TABLE bank_calendar IS 'Days that are not as the week says: holidays, and Saturdays or Sundays on which banks work. All other days follow is_bank_day.';

CREATE FUNCTION is_bank_day(of_day date) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT is_open FROM bank_calendar WHERE day = of_day),
    extract(isodow FROM of_day) <> 7
      AND NOT (extract(isodow FROM of_day) = 6 AND (extract(day FROM of_day)::integer - 1) / 7 IN (1, 3)))
$$;

COMMENT ON FUNCTION is_bank_day IS 'Whether banks in India work that day: not on Sundays, nor on second and fourth Saturdays, unless bank_calendar says otherwise.';

CREATE FUNCTION bank_days_between(after_day date, to_day date) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT count(*)::integer FROM generate_series(after_day + 1, to_day, interval '1 day') AS day WHERE is_bank_day(day::date)
$$;

COMMENT ON FUNCTION bank_days_between IS 'Bank days after the first day up to and with the second.';
