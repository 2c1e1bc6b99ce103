// A receiver for the webhooks of a payment provider: a paid checkout becomes a grant. Told twice, it grants once,
// because the payment is the reference of the grant. Node alone, no package:
// The token is one of role support with a limit of its own: MDQ_SUPPORT_POINTS=100000,checkout=50000000.
//   ADMIN=http://127.0.0.1:8081/admin/v1 TOKEN=mdo_… PAYMENT_SECRET=… PORT=9000 node paid-checkout.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { ADMIN, TOKEN, PAYMENT_SECRET, PORT = '9000' } = process.env;
if (!ADMIN || !TOKEN || !PAYMENT_SECRET) throw new Error('Set ADMIN, TOKEN and PAYMENT_SECRET');

const MOST_BYTES = 65_536;
/** What may go well later: a token that was replaced, the points of the day used up, a service that is busy. */
const LATER = [401, 403, 408, 429];

function isSigned(body, signature = '') {
  const expected = createHmac('sha256', PAYMENT_SECRET).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What the provider gets: 200 where it is done, 400 where it never will be, 503 to be told again. */
async function take(request) {
  if (Number(request.headers['content-length'] ?? Infinity) > MOST_BYTES) return 413;
  const body = await text(request);
  if (!isSigned(body, request.headers['x-signature'])) return 400;
  const { type, id, account, points } = JSON.parse(body);
  if (type !== 'checkout.paid') return 200;
  // Without a reference every repeat would be another grant.
  if (!id) {
    console.error(`a payment without an id for account ${account} was refused: nothing was granted`);
    return 400;
  }
  const answer = await fetch(`${ADMIN}/accounts/${encodeURIComponent(account)}/grants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ points, kind: 'paid', reference: id, note: 'checkout' }),
  });
  if (answer.ok) return 200;
  console.error(`payment ${id}: ${answer.status} ${await answer.text()}`);
  return answer.status < 500 && !LATER.includes(answer.status) ? 400 : 503;
}

const server = createServer((request, response) => {
  take(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(503).end(),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
