-- The shop's own tables, and the role that both of its programs log in with. It may append events and nothing
-- else in the outbox.
CREATE ROLE shop LOGIN IN ROLE outbox_writer;
CREATE SCHEMA shop;

CREATE TABLE shop.stock (
  item text PRIMARY KEY,
  available int NOT NULL CHECK (available >= 0)
);

CREATE TABLE shop.purchase (
  id uuid PRIMARY KEY,
  item text NOT NULL REFERENCES shop.stock,
  quantity int NOT NULL CHECK (quantity > 0),
  version int NOT NULL
);

GRANT USAGE ON SCHEMA shop TO shop;
GRANT SELECT, INSERT, UPDATE ON shop.stock, shop.purchase TO shop;

INSERT INTO shop.stock VALUES ('apple', 1000), ('pear', 1);
