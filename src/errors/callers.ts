/**
 * Every error of a call: one row each. Bodies, headers, documentation and tests read it from here. `code` is sent as
 * `x-error-code`: programs decide by it, so a code is never renamed or removed (`test/api/error-codes.json`). `msg` of a
 * 400 is an example: the message names the parameter or header.
 */
export const ERRORS = {
  notFound: {
    status: 404,
    code: 'not_found',
    msg: 'Not found',
    meaning:
      'There is no such path, or your account has no such call. `data.did_you_mean` names the path that was probably meant.',
  },
  methodNotAllowed: {
    status: 405,
    code: 'method_not_allowed',
    msg: 'Method not allowed',
    meaning: 'The path takes other methods: see the `Allow` header.',
  },
  missingKey: {
    status: 401,
    code: 'missing_key',
    msg: 'Missing API key',
    meaning: 'The `x-api-key` header is absent: add it.',
  },
  invalidKey: {
    status: 401,
    code: 'invalid_key',
    msg: 'Invalid API key',
    meaning: 'The key is malformed, unknown, deleted or expired: check it, or ask for a new one.',
  },
  inactiveKey: {
    status: 403,
    code: 'inactive_key',
    msg: 'API key is inactive',
    meaning: 'The key was deactivated: use another one, or ask for it to be activated.',
  },
  inactiveOwner: {
    status: 403,
    code: 'inactive_owner',
    msg: 'API key owner is inactive',
    meaning: 'The account of this key was deactivated: contact your provider.',
  },
  tooManyRequests: {
    status: 429,
    code: 'too_many_requests',
    msg: 'Too many requests',
    meaning: 'Too many requests per second with this key: wait as long as `Retry-After` says.',
  },
  overBudget: {
    status: 429,
    code: 'free_budget',
    msg: 'Too many requests',
    meaning:
      'No processing time is left for free calls; paid calls are answered: wait as long as `Retry-After` says.',
  },
  noData: {
    status: 503,
    code: 'no_data',
    msg: 'No data has been published yet',
    meaning: 'Nothing was imported yet, or every order was removed. Contact your provider.',
  },
  sandboxNotBuilt: {
    status: 503,
    code: 'sandbox_unavailable',
    msg: 'The sandbox is not built',
    meaning:
      'This is a sandbox key, but the sandbox is not available: a service that was just installed builds it within a minute; otherwise use your own key, or contact your provider.',
  },
  malformedRequest: {
    status: 400,
    code: 'malformed_request',
    msg: 'The request is not valid HTTP',
    meaning: 'The request, its address or its body is not valid HTTP: use an HTTP library.',
  },
  invalidEncoding: {
    status: 400,
    code: 'invalid_encoding',
    msg: 'The query string is not valid URL encoding: use percent-encoded UTF-8',
    meaning:
      'Path or query is not percent-encoded UTF-8, or the path has a backslash, or an empty, `.` or `..` segment.',
  },
  duplicateParameter: {
    status: 400,
    code: 'duplicate_parameter',
    msg: 'category is given more than once; give it one value',
    meaning: 'A parameter is given more than once.',
  },
  invalidParameter: {
    status: 400,
    code: 'invalid_parameter',
    msg: 'start must be a calendar date as YYYY-MM-DD',
    meaning: 'A parameter has a value it does not take: the message names the accepted ones.',
  },
  invalidRange: {
    status: 400,
    code: 'invalid_range',
    msg: 'start must be on or before end; the range is 2026-06-30 to 2026-06-01',
    meaning: '`start` is after `end`, or the range is longer than this path takes.',
  },
  invalidHeader: {
    status: 400,
    code: 'invalid_header',
    msg: 'Idempotency-Key must be one value of 1 to 255 bytes of visible ASCII: letters, digits and signs, no spaces',
    meaning: '`x-max-points`, `Idempotency-Key` or `Prefer` has a value it does not take.',
  },
  unknownParameter: {
    status: 400,
    code: 'unknown_parameter',
    msg: 'categories is not a parameter of this path; did you mean category?',
    meaning: 'Strict calls only: this path does not take the parameter.',
  },
  emptyParameter: {
    status: 400,
    code: 'empty_parameter',
    msg: 'category is empty; give it a value, or leave it out to get the default',
    meaning: 'Strict calls only: a parameter is empty, which often is a variable without a value.',
  },
  unknownCategory: {
    status: 400,
    code: 'unknown_category',
    msg: 'category must be a listed main category; did you mean "Home & Living"?',
    meaning: 'Strict calls only: no main category has this name.',
  },
  unknownSub: {
    status: 400,
    code: 'unknown_sub',
    msg: 'sub must be a listed sub-category of "Home & Living"; did you mean "Bedding"?',
    meaning: 'Strict calls only: the category has no sub-category of this name.',
  },
  outsideData: {
    status: 400,
    code: 'outside_data',
    msg: 'start to end must have a day of the data, which covers 2024-01-01 to 2026-06-07',
    meaning: 'Strict calls only: no day of the range is inside the data.',
  },
  notAllowed: {
    status: 403,
    code: 'not_allowed',
    msg: 'API key may not ask this',
    meaning: 'The key is limited to other paths or categories: use another key.',
  },
  idempotencyKeyReused: {
    status: 400,
    code: 'idempotency_key_reused',
    msg: 'Idempotency-Key was used for another path or other parameters; use a new value',
    meaning: 'The `Idempotency-Key` was used for another call within the last hour: send a new one.',
  },
  insufficientPoints: {
    status: 402,
    code: 'insufficient_points',
    msg: 'API 点數餘額不足',
    meaning:
      'Not enough points (this message has the same Chinese text in every language): the balance (`data.balance`) is below the price of the call (`data.required`). Top up, or ask for fewer days.',
  },
  aboveMaxPoints: {
    status: 402,
    code: 'max_points',
    msg: 'Price is above x-max-points',
    meaning:
      'The price is above the `x-max-points` you sent: raise it to `data.required`, or ask for fewer days.',
  },
  keyLimit: {
    status: 402,
    code: 'key_limit',
    msg: "API key's own limit is reached",
    meaning: 'The limit of the key or its account has `data.left` points left: wait until `data.resets`.',
  },
  noBody: {
    status: 413,
    code: 'body_not_accepted',
    msg: 'This path takes no request body',
    meaning: 'Leave the body out: only `/api/mcp` takes one.',
  },
  bodyTooLarge: {
    status: 413,
    code: 'body_too_large',
    msg: 'Request body too large',
    meaning: '`/api/mcp` takes at most 64 KiB.',
  },
  notJson: {
    status: 415,
    code: 'unsupported_media_type',
    msg: 'The Content-Type must be application/json',
    meaning: '`/api/mcp` takes JSON only.',
  },
  invalidMessage: {
    status: 400,
    code: 'invalid_message',
    msg: 'Parse error: the body is not valid JSON',
    meaning: '`/api/mcp`: the body is no valid JSON-RPC message of this protocol version.',
  },
  unknownMethod: {
    status: 404,
    code: 'unknown_method',
    msg: 'Method not found',
    meaning: '`/api/mcp`: the method of the message does not exist.',
  },
  foreignOrigin: {
    status: 403,
    code: 'foreign_origin',
    msg: 'Forbidden: the Origin is not this host',
    meaning: '`/api/mcp`: a page of another site sent the message.',
  },
  requestTimeout: {
    status: 408,
    code: 'request_timeout',
    msg: 'Request timeout',
    meaning: 'The request did not arrive in time.',
  },
  headersTooLarge: {
    status: 431,
    code: 'headers_too_large',
    msg: 'Request header fields too large',
    meaning: 'The request line and headers together are over 16 KiB.',
  },
  busy: {
    status: 503,
    code: 'busy',
    msg: 'Service is busy',
    meaning: 'The service is overloaded and answers paid calls only: wait as long as `Retry-After` says.',
  },
  accountsMoved: {
    status: 503,
    code: 'accounts_moving',
    msg: 'The accounts are being moved to another server',
    meaning: 'Nothing was charged: wait as long as `Retry-After` says, and try again.',
  },
  accountBusy: {
    status: 503,
    code: 'account_busy',
    msg: 'The account is busy',
    meaning:
      'The account is being changed, which takes longer than usual. Nothing was charged: wait as long as `Retry-After` says, and try again.',
  },
  internal: {
    status: 500,
    code: 'internal_error',
    msg: 'Internal server error',
    meaning: 'Something failed on our side. Nothing was charged; try again.',
  },
  chargeUnknown: {
    status: 500,
    code: 'charge_unknown',
    msg: 'It is not known whether this call was charged: repeat it with the same Idempotency-Key, which charges at most once',
    meaning:
      'The connection to the accounts was lost. Retry with the same `Idempotency-Key`: the call is charged once in total. Without one, check `/api/account/calls` first.',
  },
} as const;

export type ErrorName = keyof typeof ERRORS;
type BadRequestName = { [N in ErrorName]: (typeof ERRORS)[N]['status'] extends 400 ? N : never }[ErrorName];

/** Names and values in turn. */
export function errorCodeHeader(name: ErrorName): readonly string[] {
  return ['x-error-code', ERRORS[name].code];
}

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
    this.headers = [...errorCodeHeader(name), ...(GUIDANCE[this.status] ?? []), ...headers];
  }
}

export function badRequest(msg: string, name: BadRequestName = 'invalidParameter'): Refusal {
  return new Refusal(name, { msg });
}
