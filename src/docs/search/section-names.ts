/** What people call what stands under a heading, beside the words of the heading, by page and anchor. */
export const SECTION_NAMES: Readonly<Record<string, string>> = {
  'quickstart#try-it-without-a-key':
    'sandbox, test key, demo key, free trial, try without signing up, mdk_test_ok',
  'quickstart#get-a-key': 'get a key, sign up, register, request access',
  'quickstart#make-your-first-call': 'hello world, first request',
  'quickstart#list-the-sub-categories-of-a-category': 'names of the sub-categories',
  'authentication#form-of-an-api-key': 'what a key looks like, key format, prefix, length of a key',
  'authentication#missing-or-invalid-key-401': '401, unauthorized, invalid api key, missing key',
  'authentication#deactivated-key-or-account-403': '403, forbidden, inactive, account deactivated, blocked',
  'authentication#check-a-key-for-free': 'test whether a key works, validate a key, is my key valid',
  'authentication#rotate-an-api-key': 'new key, replace a key, renew, change the key, old key',
  'authentication#keep-keys-safe':
    'store keys, secret storage, key in the browser, commit a key, CORS, call from a web page, fetch in the browser',
  'authentication#if-a-key-has-leaked':
    'leaked key, stolen, compromised, published by accident, exposed on GitHub',
  'dates#default-period': 'without dates, leave out start and end, newest weeks, last 12 weeks',
  'dates#start-and-end':
    'date format, YYYY-MM-DD, start, end, date range, longest range, inclusive, from, to',
  'dates#endpoints-without-dates': 'endpoints that take no dates, fixed period',
  'dates#weeks-run-monday-to-sunday': 'first day of the week, which day a week begins, ISO week',
  'dates#trends-list-whole-weeks':
    'partial weeks, edge weeks, incomplete weeks, half weeks, daily data, per day',
  'dates#monthly-fallback': 'months instead of weeks, monthly, granularity month',
  'dates#previous-period': 'prevFocus, compare with the period before, last period',
  'dates#coverage':
    'from which day there is data, first day, last day, how far back, future dates, out of range, how fresh, up to date, updated, latest data',
  'dates#time-zone': 'timezone, UTC, local time, time zone of the data',
  'points#prices': 'price list, prices of all endpoints, pricing table',
  'points#how-a-price-is-computed':
    'how much, cost of a range, formula, periods, days of a period, base price',
  'points#price-examples': 'price of a year, cost of a long range, half a year, example calculation',
  'points#what-is-free':
    'free calls, costs nothing, no charge, empty answer, errors are not charged, failed requests',
  'points#receipt-headers': 'x-points-charged, x-points-balance, receipt, headers that tell what was charged',
  'points#ask-for-the-price-first': 'quote, dry run, estimate, price before the call',
  'points#cap-the-price-of-a-call-x-max-points':
    'limit what a call may cost, maximum price, spending limit, cap',
  'points#retry-without-paying-twice-idempotency-key':
    'charged twice, double charge, same call twice, duplicate request, repeat a call, idempotent',
  'points#not-enough-points-402':
    '402, out of points, insufficient balance, balance is zero, payment required',
  'points#get-more-points': 'buy points, purchase, top up, recharge, add points, add credit',
  'points#see-your-balance-and-prices':
    'check the balance, how many points are left, remaining credits, quota, balance from a program',
  'points#see-what-is-left-of-each-grant': 'do points expire, expiry, expiration date, grants',
  'points#see-your-usage': 'usage per day, spent, consumption, statement',
  'points#see-your-recent-calls': 'latest calls, call history, request log, last calls',
  'points#when-a-call-is-charged': 'when am I charged, charged before or after the answer',
  'points#refunds': 'refund, money back, get points back',
  'errors#error-envelope': 'form of an error, error format, error body',
  'errors#all-errors': 'error codes, status codes, list of errors',
  'errors#what-to-retry': 'retry, which errors are temporary, timeout, 500, 503, connection lost',
  'errors#order-of-checks': 'order in which a request is checked, validation order',
  'errors#wrong-parameters-400': '400, bad request, invalid parameter, malformed date',
  'errors#too-many-requests-429': '429, rate limit, requests per second, throttling, Retry-After',
  'errors#unknown-path-404': '404, not found, wrong path, did you mean',
  'errors#read-errors-in-python': 'handle errors, exceptions, Python',
  'fields#parameters': 'query parameters, category, sub',
  'fields#fall-backs-and-ignored-parameters':
    'strict handling, Prefer: handling=strict, x-fallback, x-ignored-parameters, another category than asked, unknown category, unknown sub-category, misspelt category, misspelt name',
  'fields#category-lists':
    'category names, category ids, codes, which categories exist, which categories there are',
  'fields#related-purchases-of-a-sub-category':
    'bought together, bought both, members who bought two, in one order, combination of categories',
  'fields#answers-as-csv': 'CSV, text/csv, CSV instead of JSON, table',
  'fields#transactions-amounts-and-rounding':
    'rounding, decimals, how orders are counted, order counted twice, order with several categories, what is an order, what counts as revenue, tax, shipping, returns, cancelled orders',
  'privacy#is-it-on': 'is disclosure control on, thresholds, fewest people behind a figure',
  'privacy#what-an-answer-says': 'x-suppressed, not shown, hidden cells, suppressed figures, missing numbers',
  'privacy#read-a-trend': 'weeks with zeros, zero in a trend, missing weeks',
  'client#typescript': 'install the TypeScript client, JavaScript, Node, npm package, SDK',
  'points#ask-only-for-what-has-changed-etag':
    'ETag, If-None-Match, 304, not modified, has the data changed, polling, caching',
  'client#reuse-an-answer': 'previous, isUnchanged, cache answers',
  'client#options': 'timeout, abort a call, signal, strict',
  'client#cap-and-retries': 'automatic retries, retry of the client, backoff',
  'client#errors': 'MarketDataError, typed errors, catch',
  'client#budget-runs-and-csv': 'budget of a whole run, limit all calls together, batch, client.each',
  'client#python': 'Python client, pip, pandas, market_data.py',
  'client#shell': 'curl, bash, command line',
  'client#other-languages': 'Java, Go, Golang, C#, .NET, PHP, Ruby, Rust, Kotlin, generate a client',
  'agents#the-mcp-server': 'MCP address, MCP tools, MCP endpoint',
  'agents#cursor-vs-code-windsurf-and-others': 'Cursor, VS Code, Windsurf, Zed, mcp.json',
  'agents#asking-for-data-over-mcp': 'data tools, query data with MCP',
  'agents#documentation-without-mcp': 'OpenAPI, Swagger, llms.txt, Markdown of a page, specification',
  'agents#call-the-rest-api-safely': 'keep an agent from spending, safe agent, overspending',
  'agents#instructions-for-your-agent': 'AGENTS.md, CLAUDE.md, system prompt, rules for an agent',
  'recipes#figures-of-a-calendar-quarter': 'quarter, Q1, Q2, quarterly report, quarterly revenue',
  'recipes#compare-with-a-year-ago-year-on-year':
    'year over year, YoY, last year, same time last year, annual growth',
  'recipes#share-of-market': 'market share, percentage of the market, part of the whole market',
  'recipes#order-value-of-members-against-all-orders': 'members spend more, members and non-members, loyalty',
  'recipes#cheapest-way-to-ask':
    'cheapest way, fewest points, least points, save points, spend less, lowest cost, monthly figures, figures per month, calendar months',
  'recipes#history-of-the-whole-market-at-least-cost':
    'whole history, all weeks since the beginning, backfill',
  'recipes#crawl-all-categories-within-a-budget':
    'crawl, all categories, loop over categories, batch, download everything',
  'recipes#alert-on-a-change': 'notify, notification, alarm, monitor a category, when sales drop, new data',
  'unattended#when-to-run': 'nightly job, cron, scheduled job, has the data changed',
  'unattended#new-data-in-the-middle-of-a-run':
    'new data published while a job runs, refresh during a run, two data versions, mixed versions, data changed halfway',
  'unattended#retries-and-back-off':
    'backoff, how often to retry, how long to wait between retries, exponential, jitter, maximum retries, give up',
  'unattended#unknown-outcomes-after-an-hour':
    'was a lost call charged, unknown charge, answer lost hours ago, reconcile calls',
  'unattended#a-low-balance': 'low balance, warn before points run out, points run low, balance alert',
  'unattended#endpoints-and-fields-that-go':
    'Deprecation, Sunset, notice period, endpoint removed, end of life, deprecated',
  'spreadsheets#excel-power-query': 'Excel, Power BI, workbook, xlsx',
  'spreadsheets#google-sheets-apps-script': 'Google Sheets, IMPORTDATA, Google spreadsheet',
  'spreadsheets#libreoffice-calc': 'LibreOffice, OpenOffice, ods',
  'spreadsheets#python-and-pandas': 'pandas, data frame, DataFrame, Jupyter, notebook',
  'spreadsheets#r': 'R, RStudio, tidyverse',
  'spreadsheets#duckdb': 'DuckDB, SQL',
  'points#statement-of-a-month': 'monthly statement, record of what was spent, bookkeeping, finance',
  'points#invoices-and-terms-of-use':
    'invoice, receipt for the books, VAT, licence, redistribute, republish, publish charts, attribution, terms',
  'fields#versions-and-changes':
    'versioning, breaking changes, deprecation, sunset, changelog, backwards compatible, new fields',
  'data-format#a-clean-file': 'import orders from a file, CSV to import, example file',
  'data-format#map-other-column-names': 'rename columns, own column names, column mapping, header names',
  'data-format#columns': 'CSV columns for an import, required columns, file to import',
  'data-format#the-order-is-the-unit-of-import':
    'same file twice, import again, imported twice, duplicates, duplicate orders, corrected orders',
  'data-format#cancelled-and-deleted-orders':
    'cancelled later, returned orders, delete an order, forget a member, GDPR request, right to erasure, delete a person',
  'imports#bad-rows': 'rejected rows, refused lines, invalid rows, rows with errors',
  'imports#rejects-file': 'list of rejected rows, why a row was refused',
  'imports#take-an-import-back': 'undo an import, revert, wrong file imported',
  'imports#what-each-error-means': 'import errors, error of a column, import fails',
  'operating#accounts': 'create a customer, suspend a customer, disable an account',
  'operating#create-a-key': 'issue a key, give a customer a key, new key for a customer',
  'operating#deactivate-or-delete-a-key': 'revoke a key, block a key, suspend, disable a customer',
  'operating#grant-points': 'add points, top up a customer, give points, free points',
  'operating#set-prices': 'change prices, raise a price, what an endpoint costs, price change, own prices',
  'operating#audit': 'ledger check, books do not add up, reconcile, verify balances',
  'operating#when-something-fails': 'troubleshooting, something is slow, error of the server',
  'selling-points#from-a-payment-to-a-grant':
    'Stripe, PayPal, payment provider, checkout, points after a payment, without granting twice',
  'selling-points#points-that-expire': 'expiring points, trial points, expiry date',
  'selling-points#plans-points-every-month':
    'subscription, monthly plan, included points, recurring, allowance, overage',
  'selling-points#refund-a-call': 'refund a customer, give points back, compensation',
  'selling-points#take-points-back': 'chargeback, payment was charged back, refund of a purchase',
  'selling-points#statements':
    'monthly statement, invoice of a customer, month-end closing, reconcile, bookkeeping',
  'selling-points#who-runs-low': 'low balance, customers who run out of points',
  'webhooks#what-is-sent': 'signature, verify a webhook, events, low balance notification, notify a customer',
  'webhooks#when-a-receiver-is-down':
    'webhook not received, redelivery, retries, delivery log, missed events',
  'admin-api#make-an-operator': 'admin token, rotate the token, roles, permissions, admin access',
  'backup#every-night': 'nightly backup, schedule, cron',
  'backup#restore': 'restore a backup, recovery',
  'backup#check-a-backup': 'test a restore, verify a backup',
  'monitor#health': 'health check, liveness, readiness, is it alive, ping, uptime',
  'monitor#metrics': 'Prometheus, Grafana',
  'monitor#dashboard-and-alerts': 'alerts, alarms, alerting rules',
  'monitor#under-load': 'slow answers, latency, overloaded, tuning',
  'performance#at-a-glance': 'slow, latency, throughput, how fast, sizing, hardware',
  'upgrade#change-over': 'new release, update, zero downtime',
  'upgrade#go-back': 'downgrade, roll back, rollback, previous version, upgrade failed',
  'scaling-out#order-lines-on-clickhouse': 'when to use ClickHouse, too much data, large data, cluster',
  'scaling-out#move-the-data-of-a-running-installation': 'migrate to ClickHouse, move from DuckDB',
  'scaling-out-accounts#set-it-up': 'PostgreSQL, several servers, several instances, load balancer, replicas',
  'scaling-out-accounts#a-new-version-without-a-failed-call': 'zero downtime upgrade, rolling update',
  'disclosure-control#choose-the-numbers':
    'minimum group size, threshold, fewest people, small cells, k-anonymity, change the threshold',
  'your-site#logo-and-icon': 'own logo, branding, favicon',
  'your-site#colour': 'own colours, brand colour, theme',
  'your-site#name-and-tagline': 'company name, branding, white label',
};
