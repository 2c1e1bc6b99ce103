import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { UserError } from '../../errors/operators.ts';
import { fileFault } from '../../errors/stores.ts';
import { COLUMN_NAMES, type ColumnName, type Profile, type TableProfile } from '../profile.ts';

/** What a profile may say, and how each of it is checked. Where it lies, it need not say. */
const READERS: {
  readonly [Name in keyof Required<Omit<Profile, 'folder'>>]: (
    value: unknown,
    place: string,
  ) => Profile[Name];
} = {
  columns: (value) => readColumns(value, 'must name our columns and theirs'),
  delimiter: (value) => readDelimiter(text(value)),
  encoding: (value) => readEncoding(text(value)),
  decimal: (value) => readDecimal(text(value)),
  dateFormat: (value) => text(value),
  sql: (value, path) => resolve(dirname(path), text(value)),
  tables: readTables,
  reference: readTables,
  set: (value) => readColumns(value, 'must name our columns and a text for each'),
};

/** Reads a profile: how the files of one shop are written. What it names of files is named from where it lies. */
export function readProfile(path: string): Profile {
  try {
    const found = record(JSON.parse(readFileSync(path, 'utf8')), 'must be a JSON object');
    const said = Object.fromEntries(
      Object.entries(found).map(([name, value]) => {
        const read = Object.hasOwn(READERS, name) ? READERS[name as keyof typeof READERS] : undefined;
        if (!read)
          throw new UserError(`has no setting "${name}"; there are: ${Object.keys(READERS).join(', ')}`);
        try {
          return [name, read(value, path)];
        } catch (error) {
          throw error instanceof UserError ? new UserError(`: ${name} ${error.message}`) : error;
        }
      }),
    );
    return { ...said, folder: dirname(path) };
  } catch (error) {
    if (error instanceof UserError)
      throw new UserError(`The profile ${path}${error.message.startsWith(':') ? '' : ' '}${error.message}`);
    if (error instanceof SyntaxError)
      throw new UserError(`The profile ${path} is not valid JSON: ${error.message}`);
    throw new UserError(`Cannot read the profile ${path}: ${fileFault(error)}`);
  }
}

/** A profile as it is kept in a file. */
export function profileText(profile: Profile, path: string): string {
  const { columns = {}, set = {}, sql, tables, reference, folder = '.', ...rest } = profile;
  const from = dirname(resolve(path));
  const moved = ([name, { files, ...own }]: [string, TableProfile]) => {
    const [there, ...parts] = files.map((file) => relative(from, resolve(folder, file)));
    const file = parts.length > 0 ? [there, ...parts] : there;
    return [name, Object.keys(own).length > 0 ? { file, ...own } : file];
  };
  const kept = {
    ...(Object.keys(columns).length > 0 ? { columns } : {}),
    ...rest,
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(sql ? { sql: relative(from, sql) } : {}),
    ...(tables ? { tables: Object.fromEntries(Object.entries(tables).map(moved)) } : {}),
    ...(reference ? { reference: Object.fromEntries(Object.entries(reference).map(moved)) } : {}),
  };
  return `${JSON.stringify(kept, null, 2)}\n`;
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

export function readDelimiter(value: string): string {
  const delimiter = DELIMITER_NAMES[value.toLowerCase()] ?? value;
  if (!/^[\t -~]$/.test(delimiter) || /["\w]/.test(delimiter))
    throw new UserError('must be one character such as ";", or "tab"');
  return delimiter;
}

/** The name by which the WHATWG knows an encoding. */
export function readEncoding(value: string): string {
  try {
    return new TextDecoder(value).encoding;
  } catch {
    throw new UserError(
      'must be the name of an encoding such as windows-1252, Big5, GB18030, Shift_JIS or UTF-16',
    );
  }
}

export function readDecimal(value: string): 'point' | 'comma' {
  if (value !== 'point' && value !== 'comma') throw new UserError('must be "point" or "comma"');
  return value;
}

function readColumns(value: unknown, takes: string): Profile['columns'] {
  const columns = Object.entries(record(value, takes)).map(([name, theirs]) => {
    if (!COLUMN_NAMES.includes(name as ColumnName))
      throw new UserError(`names "${name}", which must be one of ${COLUMN_NAMES.join(', ')}`);
    return [name, text(theirs)];
  });
  return Object.fromEntries(columns);
}

/** Each table is a file, a pattern or a list of them, or an object that has its encoding as well. */
function readTables(value: unknown): Profile['tables'] {
  const tables = record(value, 'must name the tables of the query and their files');
  return Object.fromEntries(
    Object.entries(tables).map(([name, about]) => {
      if (typeof about === 'string' || Array.isArray(about)) return [name, { files: filesIn(about) }];
      const { file, encoding, ...others } = (about ?? {}) as Record<string, unknown>;
      const [other] = Object.keys(others);
      if (other !== undefined)
        throw new UserError(`has no setting "${other}" for ${name}; there are: file, encoding`);
      return [
        name,
        { files: filesIn(file), ...(encoding !== undefined && { encoding: readEncoding(text(encoding)) }) },
      ];
    }),
  );
}

function filesIn(value: unknown): string[] {
  const files = [value].flat();
  if (files.length === 0) throw new UserError('must name at least one file for each table');
  return files.map(text);
}

function record(value: unknown, takes: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UserError(takes);
  return { ...value };
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new UserError('must be text');
  return value;
}
