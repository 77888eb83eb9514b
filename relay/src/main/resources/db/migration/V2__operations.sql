-- What an operator needs: redrive, discard, replay, pause, clean, and a status that is quick behind any backlog.
-- Plain SQL like version 1, after which it runs: by MigrateHandler, or
--   psql --single-transaction -v ON_ERROR_STOP=1 -f V2__operations.sql
-- Additive: a relay of version 1 works on with it. It locks out writers while two indexes are built, which reads
-- outbox.event twice: milliseconds for an outbox as it should be, some seconds behind ten million events.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'outbox_operator') THEN
    CREATE ROLE outbox_operator LOGIN;
    ALTER ROLE outbox_operator SET jit = off;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'rds_iam') THEN
    GRANT rds_iam TO outbox_operator;
  END IF;
  IF NOT pg_has_role(current_user, 'outbox_relay',
      CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    EXECUTE format('GRANT outbox_relay TO %I', current_user);
  END IF;
END $$;

-- Since when an event is owed again: a person redrove or replayed it. Its age counts from there, or a redrive of last
-- week's events would sound the alarm for old ones.
ALTER TABLE outbox.event ADD COLUMN redriven_at timestamptz;

-- The dead of a stream in order: what redrive and discard walk, and what status counts. Written only when an event dies.
CREATE INDEX event_dead ON outbox.event (stream, seq) WHERE status = 'DEAD';

-- The retries that are due, asked for by their time alone: that and the constraint event_failed_has_retry say FAILED.
-- Asked for by status too, they could be looked for in event_held, among all that are dead, where statistics are old.
DROP INDEX outbox.event_due;
CREATE INDEX event_due ON outbox.event (next_retry_at) WHERE next_retry_at IS NOT NULL;

-- What became of a discarded event: which operation took it, and what had gone wrong. Its status is DISCARDED.
ALTER TABLE outbox.published
  ADD COLUMN operation uuid, ADD COLUMN last_error_code text, ADD COLUMN last_error text;

-- How often events came back behind the place up to which a lane has read the stream. Whoever puts them there counts it up
-- in the same transaction, and a lane reads on from its place only while the count is the one that it knows.
ALTER TABLE outbox.stream_state ADD COLUMN rewinds bigint NOT NULL DEFAULT 0;

-- A redrive, discard or replay that was confirmed. What a chunk changed and how far it came are one transaction, so that
-- whoever is killed is resumed where it stopped.
CREATE TABLE outbox.operation (
  id            uuid        PRIMARY KEY DEFAULT outbox.uuidv7(),
  action        text        NOT NULL CHECK (action IN ('redrive', 'discard', 'replay')),
  actor         text        NOT NULL,
  reason        text,
  filter        json        NOT NULL,
  per_minute    int         CHECK (per_minute > 0),
  after_seq     bigint      NOT NULL DEFAULT 0,
  until_seq     bigint      NOT NULL,
  affected      bigint      NOT NULL DEFAULT 0,
  skipped       bigint      NOT NULL DEFAULT 0,
  minute_began  timestamptz NOT NULL DEFAULT '-infinity',
  minute_count  int         NOT NULL DEFAULT 0,
  started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at   timestamptz
);

ALTER TABLE outbox.audit ADD COLUMN operation uuid;
CREATE INDEX audit_operation ON outbox.audit (operation) WHERE operation IS NOT NULL;

-- Maintenance that one may run at a time. A row with a time on it instead of a session's lock, which a pooler would lose.
CREATE TABLE outbox.runner (
  name   text        PRIMARY KEY,
  owner  text        NOT NULL,
  until  timestamptz NOT NULL
);

-- What is left of a reason when all that differs from event to event is taken out: quoted parts, UUIDs, hex, numbers.
CREATE FUNCTION outbox.failure_reason(reason text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(coalesce(reason, ''),
      '"[^"]*"|`[^`]*`|(?<![[:alnum:]])''[^'']*''', '?', 'g'),
      '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '?', 'gi'),
      '\m(0x[0-9a-f]+|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{6,})\M', '?', 'gi'),
      '[0-9]+([.,:][0-9]+)*', '?', 'g')
$$;

-- Failures with one cause have one group: a fingerprint of where the event goes, the code and the reason.
CREATE FUNCTION outbox.failure_group(destination text, code text, reason text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT left(encode(sha256(convert_to(
    coalesce(destination, '') || chr(31) || coalesce(code, '') || chr(31) || outbox.failure_reason(reason), 'UTF8')), 'hex'), 12)
$$;

-- This schema's version, and the oldest release that can still work on it: additive migrations leave that as it is.
CREATE FUNCTION outbox.schema_version(OUT version int, OUT oldest int) LANGUAGE sql IMMUTABLE AS $$ SELECT 2, 1 $$;

-- Asked by a function before its first statement, in the same round trip: it fails where going on would.
CREATE FUNCTION outbox.require_version(release int) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  here record;
BEGIN
  SELECT * INTO here FROM outbox.schema_version();
  IF release > here.version THEN
    RAISE EXCEPTION 'the schema has version %, this release needs %', here.version, release USING ERRCODE = 'SL001';
  ELSIF release < here.oldest THEN
    RAISE EXCEPTION 'the schema has version %, which serves releases for version % and later; this one is for %',
      here.version, here.oldest, release USING ERRCODE = 'SL002';
  END IF;
END $$;

-- Days whose last moment is older than the retention. Dropping locks the whole archive for a moment, so whoever writes there must
-- not be made to queue behind a long wait: it is taken now or not at all (55P03), one day a call, and the caller tries again.
CREATE FUNCTION outbox.drop_partition(keep interval) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  oldest text;
BEGIN
  SELECT c.relname INTO oldest FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'outbox.published'::regclass AND c.relname ~ '^published_[0-9]{8}$'
    AND (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' <= now() - keep
    AND to_date(right(c.relname, 8), 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date
  ORDER BY c.relname LIMIT 1;
  IF oldest IS NOT NULL THEN
    LOCK TABLE outbox.published IN ACCESS EXCLUSIVE MODE NOWAIT;
    EXECUTE format('DROP TABLE outbox.%I', oldest);
  END IF;
  RETURN oldest;
END $$;

-- The operator may have days made without owning the archive.
ALTER FUNCTION outbox.make_partitions(int) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;

-- How are we doing, in one SELECT, whose cost does not grow with the backlog: streams are found by hopping through the index, and
-- each is counted up to 10,000 events. Where there are more, the ..._is_at_least beside the number says so. Blocked events are looked for
-- among the first 10,000 that a stream owes. behind_dead are held only where the route says BLOCK, which the database does not know.
-- Only events that wait for a retry have a time. That they are few, a planner without statistics takes from the status, which is asked for
-- by LIKE: by = it would prove that event_held, too, has all of them, and with old statistics walk every dead event there.
CREATE OR REPLACE VIEW outbox.status AS
WITH RECURSIVE owing AS (
  (SELECT e.stream FROM outbox.event e WHERE e.status = 'PENDING' ORDER BY e.stream LIMIT 1)
  UNION ALL
  SELECT (SELECT e.stream FROM outbox.event e WHERE e.status = 'PENDING' AND e.stream > o.stream ORDER BY e.stream LIMIT 1)
  FROM owing o WHERE o.stream IS NOT NULL
), dying AS (
  (SELECT e.stream FROM outbox.event e WHERE e.status = 'DEAD' ORDER BY e.stream LIMIT 1)
  UNION ALL
  SELECT (SELECT e.stream FROM outbox.event e WHERE e.status = 'DEAD' AND e.stream > d.stream ORDER BY e.stream LIMIT 1)
  FROM dying d WHERE d.stream IS NOT NULL
), retrying AS MATERIALIZED (
  SELECT f.stream, count(*) AS failed, min(f.next_retry_at) AS next_retry_at, sum(count(*)) OVER () > 100000 AS at_least
  FROM (SELECT e.stream, e.next_retry_at FROM outbox.event e WHERE e.status LIKE 'FAILED' AND e.next_retry_at > '-infinity'
        ORDER BY e.next_retry_at LIMIT 100001) f
  GROUP BY f.stream
), known AS (
  SELECT stream FROM owing WHERE stream IS NOT NULL
  UNION SELECT stream FROM dying WHERE stream IS NOT NULL
  UNION SELECT stream FROM retrying
  UNION SELECT name COLLATE "C" FROM outbox.stream_state WHERE kind = 'stream' AND paused_at IS NOT NULL
)
SELECT k.stream, least(p.counted, 10000) AS pending, coalesce(r.failed, 0) AS failed, least(d.counted, 10000) AS dead,
  greatest(coalesce(extract(epoch FROM now() - p.oldest_at), 0)::bigint, 0) AS oldest_pending_seconds, r.next_retry_at,
  s.paused_at IS NOT NULL AS paused, s.pause_reason,
  p.counted > 10000 AS pending_is_at_least, coalesce(r.at_least, false) AS failed_is_at_least, d.counted > 10000 AS dead_is_at_least,
  b.behind_failed, b.behind_dead, p.counted > 10000 AND (r.failed > 0 OR d.counted > 0) AS behind_is_at_least,
  s.paused_at, s.paused_by
FROM known k
LEFT JOIN retrying r ON r.stream = k.stream
LEFT JOIN outbox.stream_state s ON s.kind = 'stream' AND s.name = k.stream
CROSS JOIN LATERAL (
  SELECT count(*) AS counted FROM (
    SELECT FROM outbox.event e WHERE e.status = 'DEAD' AND e.stream = k.stream ORDER BY e.seq LIMIT 10001) l
) d
CROSS JOIN LATERAL (
  SELECT count(*) AS counted, (
    -- The first few stand for all: later events are younger, but for those that committed late.
    SELECT min(coalesce(f.redriven_at, f.created_at)) FROM (
      SELECT e.redriven_at, e.created_at FROM outbox.event e
      WHERE e.status = 'PENDING' AND e.stream = k.stream ORDER BY e.seq LIMIT 100) f) AS oldest_at
  FROM (
    SELECT FROM outbox.event e WHERE e.status = 'PENDING' AND e.stream = k.stream ORDER BY e.seq LIMIT 10001) l
) p
CROSS JOIN LATERAL (
  -- One probe for both, in words that only event_held answers: through event_dead it would walk the stream's dead for each event.
  SELECT count(*) FILTER (WHERE h.failed) AS behind_failed, count(*) FILTER (WHERE h.dead AND NOT h.failed) AS behind_dead
  FROM (
    SELECT e.stream, e.partition_key, e.seq FROM outbox.event e
    WHERE e.status = 'PENDING' AND e.stream = k.stream AND (r.failed > 0 OR d.counted > 0)
    ORDER BY e.seq LIMIT 10000
  ) l
  CROSS JOIN LATERAL (
    SELECT bool_or(h.status = 'FAILED') AS failed, bool_or(h.status = 'DEAD') AS dead FROM outbox.event h
    WHERE h.status <> 'PENDING' AND h.stream = l.stream AND h.partition_key = l.partition_key AND h.seq < l.seq
  ) h
) b;

-- The operations function's role. It moves events and can neither append new ones, nor take or break a lease, nor change the
-- schema, nor rewrite what the audit says of anybody but for the count of a running operation. Payloads it can read, because
-- discarding and replaying copy them inside of the database; no statement of Sluice's brings one out.
GRANT USAGE ON SCHEMA outbox TO outbox_operator;
GRANT SELECT ON outbox.event, outbox.published, outbox.shard, outbox.stream_state, outbox.audit, outbox.operation,
  outbox.runner, outbox.status TO outbox_operator;
GRANT SELECT ON SEQUENCE outbox.event_seq_seq TO outbox_operator;
GRANT DELETE, UPDATE (status, retry_count, redriven_at) ON outbox.event TO outbox_operator;
GRANT INSERT (id, created_at, redriven_at, stream, event_type, aggregate_type, aggregate_id, partition_key, content_type, headers,
  payload, payload_binary) ON outbox.event TO outbox_operator;
GRANT INSERT ON outbox.published, outbox.audit TO outbox_operator;
GRANT UPDATE (suspect, suspect_crashes) ON outbox.shard TO outbox_operator;
GRANT INSERT (kind, name, paused_at, paused_by, pause_reason, rewinds), UPDATE (paused_at, paused_by, pause_reason, rewinds)
  ON outbox.stream_state TO outbox_operator;
GRANT UPDATE (affected) ON outbox.audit TO outbox_operator;
GRANT INSERT, UPDATE, DELETE ON outbox.operation, outbox.runner TO outbox_operator;
GRANT SELECT, DELETE ON outbox.inbox TO outbox_operator;

REVOKE ALL ON FUNCTION outbox.failure_reason(text), outbox.failure_group(text, text, text), outbox.schema_version(),
  outbox.require_version(int), outbox.drop_partition(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox.failure_reason(text), outbox.failure_group(text, text, text), outbox.schema_version(),
  outbox.require_version(int), outbox.drop_partition(interval), outbox.make_partitions(int), outbox.uuidv7() TO outbox_operator;

ALTER TABLE outbox.operation OWNER TO outbox_relay;
ALTER TABLE outbox.runner OWNER TO outbox_relay;
ALTER FUNCTION outbox.failure_reason(text) OWNER TO outbox_relay;
ALTER FUNCTION outbox.failure_group(text, text, text) OWNER TO outbox_relay;
ALTER FUNCTION outbox.schema_version() OWNER TO outbox_relay;
ALTER FUNCTION outbox.require_version(int) OWNER TO outbox_relay;
ALTER FUNCTION outbox.drop_partition(interval) OWNER TO outbox_relay;
