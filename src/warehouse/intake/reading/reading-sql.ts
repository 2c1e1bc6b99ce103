import { UserError } from '../../../errors/operators.ts';
import { dayClock, formatDay } from '../../../lib/calendar.ts';
import type { RefreshSettings } from '../../../snapshot/tables.ts';
import { type Connection, literal } from '../../database/connection.ts';
import { firstLine } from '../../database/engine-error.ts';
import type { Profile } from '../../profile.ts';
import { BLANK, TAGS } from '../lengths.ts';

/** What String.prototype.trim takes away, so that names compare alike here and in requests. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const TIME = `${DATE}[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?`;
const OFFSET = ' ?(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)';

/** How cells are read: NULL for what a cell should not hold. */
export const TEXTS = `
  -- Trimming by a list of characters takes a hundred times as long as a look at the ends, and few texts need it.
  CREATE OR REPLACE TEMP MACRO is_visible(c) AS
    c BETWEEN 33 AND 159 OR c BETWEEN 161 AND 5759 OR (c > 12288 AND c <> 65279);
  CREATE OR REPLACE TEMP MACRO trimmed(x) AS
    CASE WHEN is_visible(unicode(x)) AND is_visible(unicode(x[-1])) THEN x ELSE trim(x, '${BLANKS}') END;
  CREATE OR REPLACE TEMP MACRO clean(x) AS nfc_normalize(trimmed(x));
  CREATE OR REPLACE TEMP MACRO to_name(x) AS nullif(clean(x), '');
  -- Comparing is fastest: what begins with a character between two blanks is not blank. A pattern is next.
  CREATE OR REPLACE TEMP MACRO unless_blank(x) AS
    CASE WHEN x >= '!' AND x < '\u00a0' THEN x WHEN x >= '\u3001' AND x < '\ufeff' THEN x
         WHEN regexp_matches(x, '[^${BLANK}]') THEN x END;
  CREATE OR REPLACE TEMP MACRO is_cancelled(x) AS
    coalesce(list_contains(getvariable('cancelled_statuses'), lower(trimmed(x))), false);
`;

/**
 * Texts as they mostly are, then those with blanks around them or in a rarer form, which costs more. What the engine would
 * begin to write a number with has at most two decimals, and no sign, blank or exponent: that costs half of a pattern.
 */
const POINT_AMOUNTS = `
  CREATE OR REPLACE TEMP MACRO usual_cents(x, number) AS
    CASE WHEN number BETWEEN 0.00 AND 99999999999999.99 AND starts_with(CAST(number AS VARCHAR), x)
         THEN CAST(number * 100 AS BIGINT) END;
  CREATE OR REPLACE TEMP MACRO plain_cents(x) AS
    CASE WHEN regexp_full_match(x, '[0-9]{1,14}\\.?|[0-9]{0,14}\\.[0-9]{1,2}0*')
         THEN CAST(try_cast(x AS DECIMAL(18, 2)) * 100 AS BIGINT) END;
  CREATE OR REPLACE TEMP MACRO to_cents(x) AS
    coalesce(usual_cents(x, try_cast(x AS DECIMAL(18, 2))),
             CASE WHEN x IS NOT NULL THEN coalesce(plain_cents(x), plain_cents(trim(x))) END);
`;

/** Points stand between groups of three digits; 0.500 is none, and could be meant otherwise. */
const COMMA_AMOUNTS = `
  CREATE OR REPLACE TEMP MACRO plain_cents(x) AS
    CASE WHEN regexp_full_match(x, '[0-9]{1,14},?|[0-9]{0,14},[0-9]{1,2}0*|[0-9]{1,3}(\\.[0-9]{3}){1,4},[0-9]{1,2}0*|[1-9][0-9]{0,2}(\\.[0-9]{3}){1,4}')
         THEN CAST(try_cast(replace(replace(x, '.', ''), ',', '.') AS DECIMAL(18, 2)) * 100 AS BIGINT) END;
  CREATE OR REPLACE TEMP MACRO to_cents(x) AS plain_cents(trim(x));
`;

/** Business time, from a date, a time, or a time with an offset. */
const ISO_TIMES = `
  CREATE OR REPLACE TEMP MACRO local_time(x) AS
    CASE WHEN strlen(x) = 10 AND regexp_full_match(x, '${DATE}') THEN CAST(try_cast(x AS DATE) AS TIMESTAMP)
         WHEN regexp_full_match(x, '${TIME}') THEN try_cast(x AS TIMESTAMP) END;
  CREATE OR REPLACE TEMP MACRO with_seconds(x) AS CASE WHEN x[17] = ':' THEN x ELSE x[:16] || ':00' || x[17:] END;
  CREATE OR REPLACE TEMP MACRO zoned_time(x) AS
    CASE WHEN regexp_full_match(x, '${TIME}${OFFSET}')
         THEN timezone(getvariable('time_zone'),
                       try_cast(x[:10] || 'T' || replace(with_seconds(x)[12:], ' ', '') AS TIMESTAMPTZ)) END;
  -- The engine would work out what stands here twice for every row, were it not for the CASE.
  CREATE OR REPLACE TEMP MACRO to_time(x) AS
    coalesce(local_time(x), CASE WHEN x IS NOT NULL THEN coalesce(zoned_time(x), local_time(trim(x)), zoned_time(trim(x))) END);
  CREATE OR REPLACE TEMP MACRO is_written(x) AS regexp_full_match(trim(x), '${DATE}|${TIME}(${OFFSET})?');
`;

function timesAs(format: string): string {
  const time = `try_strptime(trim(x), getvariable('date_format'))`;
  const isZoned = /%[zZ]/.test(format);
  return `CREATE OR REPLACE TEMP MACRO to_time(x) AS
            ${isZoned ? `timezone(getvariable('time_zone'), ${time})` : time};
          CREATE OR REPLACE TEMP MACRO is_written(x) AS ${writtenAs(format)};`;
}

/** Of the parts of a date that numbers are written for: what each can be, whatever the month. */
const NUMBERS: Readonly<Record<string, string>> = {
  d: '(0?[1-9]|[12][0-9]|3[01])',
  m: '(0?[1-9]|1[0-2])',
  Y: '[0-9]{4}',
  y: '[0-9]{2}',
  H: '([01]?[0-9]|2[0-3])',
  I: '(0?[1-9]|1[0-2])',
  M: '[0-5]?[0-9]',
  S: '[0-5]?[0-9]',
  p: '[AaPp][Mm]',
};

/** Whether a value has the form of a pattern, so that only the day can be wrong. A pattern with other parts cannot tell. */
function writtenAs(format: string): string {
  const parts = format.split(/%-?([A-Za-z%])/);
  const isKnown = parts.every((part, i) => i % 2 === 0 || part in NUMBERS);
  if (!isKnown) return 'false';
  const form = parts.map((part, i) =>
    i % 2 === 0 ? part.replace(/[^\p{L}\p{N}\s]/gu, '\\$&') : NUMBERS[part],
  );
  return `regexp_full_match(trim(x), ${literal(form.join(''))})`;
}

/** The engine complains of a wrong pattern only where a value meets it. */
async function mustBePattern(connection: Connection): Promise<void> {
  try {
    await connection.run(`SELECT try_strptime('x', getvariable('date_format'))`);
  } catch (error) {
    throw new UserError(`--date-format must be a strptime pattern such as "%d/%m/%Y": ${firstLine(error)}`);
  }
}

interface ReadingRules extends Pick<RefreshSettings, 'timeZone' | 'cancelledStatuses'> {
  /** Whether days after tomorrow are taken. */
  readonly allowFuture?: boolean | undefined;
}

/** How the engine may write a text in lower case: it knows no last sigma, nor the dot of a Turkish i, and composes nothing. */
function spellings(text: string): string[] {
  const plain = text.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
  return [...new Set([text, plain].flatMap((each) => [each, each.normalize('NFD')]))];
}

/** Teaches the engine to tell cancelled rows by their status. */
export async function defineCancelled(connection: Connection, statuses: readonly string[]): Promise<void> {
  await connection.run('SET VARIABLE cancelled_statuses = string_split($statuses, chr(10))', {
    statuses: statuses.flatMap(spellings).join('\n'),
  });
  await connection.run(TEXTS);
}

/** Teaches the engine to read cells the way a profile says. */
export async function defineReading(
  connection: Connection,
  { decimal, dateFormat }: Profile,
  { timeZone, cancelledStatuses, allowFuture }: ReadingRules,
): Promise<void> {
  await connection.run('SET VARIABLE time_zone = $timeZone', { timeZone });
  await defineCancelled(connection, cancelledStatuses);
  await connection.run('SET VARIABLE end_of_time = CAST($day AS TIMESTAMP)', {
    day: allowFuture ? '9999-12-31' : formatDay(dayClock(timeZone)(Date.now()) + 2),
  });
  await connection.run('SET VARIABLE date_format = $format', { format: dateFormat ?? '' });
  await connection.run(TAGS + (decimal === 'comma' ? COMMA_AMOUNTS : POINT_AMOUNTS));
  if (dateFormat) await mustBePattern(connection);
  await connection.run(dateFormat ? timesAs(dateFormat) : ISO_TIMES);
  await connection.run(`CREATE OR REPLACE TEMP MACRO is_possible(t) AS
    t >= TIMESTAMP '1970-01-01' AND t < getvariable('end_of_time')`);
}
