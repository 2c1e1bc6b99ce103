/**
 * Every error of the admin API by its `x-error-code`. Programs decide by it, so a code is never renamed or removed
 * (`test/admin/error-codes.json`).
 */
export const ADMIN_ERRORS = {
  invalid_input: { status: 400, meaning: 'A field is wrong: `msg` names it and what it takes.' },
  invalid_body: { status: 400, meaning: 'The body is not JSON in UTF-8.' },
  invalid_encoding: {
    status: 400,
    meaning:
      'Path or query is not percent-encoded UTF-8, or the path has a backslash, or an empty, `.` or `..` segment.',
  },
  malformed_request: {
    status: 400,
    meaning: 'The request is not valid HTTP, or has a token in its address.',
  },
  invalid_token: { status: 401, meaning: 'The token is missing, unknown, ended or revoked.' },
  not_allowed: {
    status: 403,
    meaning: 'The role does not allow it, or the points of the day are used up.',
  },
  not_found: { status: 404, meaning: 'There is no such path, account, key or other thing that is named.' },
  method_not_allowed: { status: 405, meaning: 'The path takes other methods: see the `Allow` header.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  conflict: {
    status: 409,
    meaning:
      'It does not go together with what is there, or with what the same `Idempotency-Key` was used for.',
  },
  body_too_large: { status: 413, meaning: 'The body is over 1 MiB.' },
  wrong_host: { status: 421, meaning: 'The `Host` of the request is none of the names of this port.' },
  headers_too_large: { status: 431, meaning: 'The request line and headers together are over 16 KiB.' },
  internal_error: {
    status: 500,
    meaning: 'Something failed. What was to be changed is as it was, unless `msg` says otherwise.',
  },
  outcome_unknown: {
    status: 500,
    meaning:
      'The connection to the store was lost, and it is not known whether the change was made: repeat it with the same `Idempotency-Key`.',
  },
  store_unavailable: {
    status: 503,
    meaning: 'The store cannot be reached or is busy: wait as long as `Retry-After` says.',
  },
} as const;

export type AdminErrorCode = keyof typeof ADMIN_ERRORS;
