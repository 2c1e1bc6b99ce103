import { SETTINGS } from '../config.ts';
import { parametersOf } from '../endpoints/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { ERRORS } from '../errors.ts';

/** Tables of the guides that say what the code says, by the name under which a page asks for them. */
export const referenceTables: Readonly<Record<string, () => string>> = {
  prices: () =>
    markdown(
      ['Path', 'Parameters', 'Points'],
      endpoints.map((endpoint) => [
        `\`${endpoint.path}\``,
        parametersOf(endpoint).map(code).join(', ') || 'none',
        endpoint.price.kind === 'fixed'
          ? `${endpoint.price.base}, fixed`
          : `${endpoint.price.base} × periods`,
      ]),
    ),
  endpoints: () =>
    markdown(
      ['Path', 'What it answers'],
      endpoints.map(({ path, summary }) => [code(path), summary]),
    ),
  errors: () =>
    markdown(
      ['HTTP', '`msg`', 'What happened, and what to do'],
      Object.values(ERRORS).map(({ status, msg, meaning }) => [
        String(status),
        msg === ERRORS.badRequest.msg ? 'names what is wrong, and what it takes' : code(msg),
        meaning,
      ]),
    ),
  settings: () =>
    markdown(
      ['Variable', 'Default', 'Meaning'],
      Object.entries(SETTINGS).map(([name, setting]) => [
        code(name),
        setting.default === '' ? 'none' : code(setting.default),
        setting.meaning,
      ]),
    ),
};

function code(text: string): string {
  return `\`${text}\``;
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
