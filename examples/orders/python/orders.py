"""Places orders without a line of Java: the order and its event are one transaction, in plain SQL.

python orders.py place ITEM QUANTITY     prints the order
python orders.py change ID QUANTITY
ORDERS_DB_URL says where, such as postgresql://localhost:5432/sluice?user=shop
"""

import json
import os
import sys
import uuid

import psycopg
from psycopg.rows import dict_row

INSERT = "INSERT INTO shop.purchase (id, item, quantity, version) VALUES (%(id)s, %(item)s, %(quantity)s, %(version)s)"
# Locks the row, so that the events of an order come in the order of its changes.
READ = "SELECT id::text, item, quantity, version FROM shop.purchase WHERE id = %s FOR UPDATE"
CHANGE = "UPDATE shop.purchase SET quantity = %(quantity)s, version = %(version)s WHERE id = %(id)s"
TAKE = "UPDATE shop.stock SET available = available - %(n)s WHERE item = %(item)s AND available >= %(n)s"
APPEND = "SELECT outbox.append('orders', %s, %s, aggregate_type => 'Order', aggregate_id => %s)"


class OrderRefused(Exception):
    """Rolls the transaction back, event included."""


def place(connection, item, quantity):
    order = {"id": str(uuid.uuid4()), "item": item, "quantity": quantity, "version": 1}
    with connection.transaction():
        connection.execute(INSERT, order)
        append(connection, "OrderPlaced", order)
        take(connection, item, quantity)
    return order


def change(connection, order_id, quantity):
    with connection.transaction():
        before = connection.execute(READ, [order_id]).fetchone()
        if before is None:
            raise OrderRefused(f"there is no order {order_id}")
        after = {**before, "quantity": quantity, "version": before["version"] + 1}
        connection.execute(CHANGE, after)
        append(connection, "OrderChanged", after)
        take(connection, after["item"], quantity - before["quantity"])
    return after


def append(connection, event_type, order):
    connection.execute(APPEND, [event_type, json.dumps(order), order["id"]])


def take(connection, item, n):
    if connection.execute(TAKE, {"item": item, "n": n}).rowcount == 0:
        raise OrderRefused(f"there are not {n} more of {item}")


def main(arguments):
    commands = {"place": place, "change": change}
    if len(arguments) != 3 or arguments[0] not in commands:
        sys.exit(__doc__)
    command, subject, quantity = arguments
    with psycopg.connect(os.environ["ORDERS_DB_URL"], autocommit=True, row_factory=dict_row) as connection:
        try:
            print(json.dumps(commands[command](connection, subject, int(quantity))))
        except OrderRefused as refused:
            sys.exit(str(refused))


if __name__ == "__main__":
    main(sys.argv[1:])
