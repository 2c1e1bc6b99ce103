"""Drives Python clients for a test: a line of JSON for each thing to do, with the number of its client and its options."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from market_data import MarketData, MarketDataError

clients = {}


def answer(made):
    receipt = made.receipt
    return {
        "data": made.data,
        "charged": receipt.charged,
        "isReplayed": receipt.is_replayed,
        "requestId": receipt.request_id,
        "fallback": list(made.fallback),
        "ignored": list(made.ignored),
        "daysOutside": made.days_outside,
        "isSandbox": made.is_sandbox,
        "compared": made.compared and dict(zip(("start", "end"), made.compared)),
        "isUnchanged": made.is_unchanged,
        "suppressed": made.suppressed,
    }


def charged(client, path, query):
    try:
        return client.get(path, query).receipt.charged
    except MarketDataError:
        return 0


def do(client, what, path, query, call):
    if what == "left":
        return client.left
    if what == "together":
        with ThreadPoolExecutor(len(query)) as pool:
            return list(pool.map(lambda each: charged(client, path, each), query))
    if what == "each":
        return [{**answer(made), "query": asked} for asked, made in client.each(path, query, **call)]
    if what == "call":
        return answer(client.call(path))
    if what == "quote":
        return answer(client.quote(path, **query, **call))
    if what == "again":
        first = client.get(path, query, **call)
        return [answer(first), answer(client.get(path, query, previous=first, **call))]
    return answer(getattr(client, what)(path, query, **call))


for line in sys.stdin:
    try:
        number, options, *asked = json.loads(line)
        if number not in clients:
            clients[number] = MarketData(**options)
        done = {"value": do(clients[number], *asked)}
    except (TypeError, ValueError) as error:
        done = {"refused": str(error)}
    except MarketDataError as error:
        done = {
            "error": {
                "status": error.status,
                "code": error.code,
                "kind": error.kind,
                "msg": error.msg,
                "data": error.data,
                "idempotencyKey": error.idempotency_key,
            }
        }
    print(json.dumps(done), flush=True)
