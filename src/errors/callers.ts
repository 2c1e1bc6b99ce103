/** Everything that can go wrong with a call: one row each. Bodies, documentation and tests read it from here. */
export const ERRORS = {
  notFound: {
    status: 404,
    msg: 'Not found',
    meaning:
      'There is no such path, or your account has no such call. `data.did_you_mean` names the path that was probably meant.',
  },
  methodNotAllowed: {
    status: 405,
    msg: 'Method not allowed',
    meaning: 'The path takes other methods: see the `Allow` header.',
  },
  missingKey: { status: 401, msg: 'Missing API key', meaning: 'The `x-api-key` header is absent: add it.' },
  invalidKey: {
    status: 401,
    msg: 'Invalid API key',
    meaning: 'The key is malformed, unknown, deleted or expired: check it, or ask for a new one.',
  },
  inactiveKey: {
    status: 403,
    msg: 'API key is inactive',
    meaning: 'The key was deactivated: use another one, or ask for it to be activated.',
  },
  inactiveOwner: {
    status: 403,
    msg: 'API key owner is inactive',
    meaning: 'The account of this key was deactivated: contact your provider.',
  },
  tooManyRequests: {
    status: 429,
    msg: 'Too many requests',
    meaning:
      'Too many requests per second with this key, or no processing time left for free calls: wait as long as `Retry-After` says.',
  },
  noData: {
    status: 503,
    msg: 'No data has been published yet',
    meaning: 'Nothing was imported yet, or every order was removed. Contact your provider.',
  },
  sandboxNotBuilt: {
    status: 503,
    msg: 'The sandbox is not built',
    meaning:
      'This is a sandbox key, but the sandbox is not available: a service that was just installed builds it within a minute; otherwise use your own key, or contact your provider.',
  },
  badRequest: {
    status: 400,
    msg: 'Bad request',
    meaning:
      'A parameter or header is wrong, or the request is not valid HTTP: the message says what it must be.',
  },
  notAllowed: {
    status: 403,
    msg: 'API key may not ask this',
    meaning: 'The key is limited to other paths or categories: use another key.',
  },
  insufficientPoints: {
    status: 402,
    msg: 'API 点數餘額不足',
    meaning:
      'Not enough points (this message has the same Chinese text in every language): the balance (`data.balance`) is below the price of the call (`data.required`). Top up, or ask for fewer days.',
  },
  aboveMaxPoints: {
    status: 402,
    msg: 'Price is above x-max-points',
    meaning:
      'The price is above the `x-max-points` you sent: raise it to `data.required`, or ask for fewer days.',
  },
  keyLimit: {
    status: 402,
    msg: "API key's own limit is reached",
    meaning: 'The limit of the key or its account has `data.left` points left: wait until `data.resets`.',
  },
  noBody: {
    status: 413,
    msg: 'This path takes no request body',
    meaning: 'Leave the body out: only `/api/mcp` takes one.',
  },
  bodyTooLarge: {
    status: 413,
    msg: 'Request body too large',
    meaning: '`/api/mcp` takes at most 64 KiB.',
  },
  requestTimeout: { status: 408, msg: 'Request timeout', meaning: 'The request did not arrive in time.' },
  headersTooLarge: {
    status: 431,
    msg: 'Request header fields too large',
    meaning: 'The request line and headers together are over 16 KiB.',
  },
  busy: {
    status: 503,
    msg: 'Service is busy',
    meaning: 'The service is overloaded and answers paid calls only: wait as long as `Retry-After` says.',
  },
  accountsMoved: {
    status: 503,
    msg: 'The accounts are being moved to another server',
    meaning: 'Nothing was charged: wait as long as `Retry-After` says, and try again.',
  },
  accountBusy: {
    status: 503,
    msg: 'The account is busy',
    meaning:
      'The account is being changed, which takes longer than usual. Nothing was charged: wait as long as `Retry-After` says, and try again.',
  },
  internal: {
    status: 500,
    msg: 'Internal server error',
    meaning: 'Something failed on our side. Nothing was charged; try again.',
  },
  chargeUnknown: {
    status: 500,
    msg: 'It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once',
    meaning:
      'The connection to the accounts was lost. Retry with the same `Idempotency-Key`: the call is charged once in total. Without one, check `/api/account/calls` first.',
  },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** What a refusal says beside its words, by status: how a key is sent (RFC 9110), and the page that helps (RFC 8288). */
const GUIDANCE: Readonly<Partial<Record<number, readonly string[]>>> = {
  400: ['link', '</developers/errors>; rel="help"'],
  401: ['www-authenticate', 'ApiKey header="x-api-key"', 'link', '</developers/authentication>; rel="help"'],
  402: ['link', '</developers/points>; rel="help"'],
  404: ['link', '</llms.txt>; rel="help"'],
};

/** Why a call is not answered, as its caller sees it. A value, not an exception: it is an answer like any other. */
export class Refusal {
  readonly name: ErrorName;
  readonly status: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];

  constructor(
    name: ErrorName,
    { msg, data, headers = [] }: { msg?: string; data?: Record<string, unknown>; headers?: string[] } = {},
  ) {
    this.name = name;
    this.status = ERRORS[name].status;
    this.msg = msg ?? ERRORS[name].msg;
    this.data = data;
    const guidance = GUIDANCE[this.status];
    this.headers = guidance ? [...guidance, ...headers] : headers;
  }
}

export function badRequest(msg: string): Refusal {
  return new Refusal('badRequest', { msg });
}
