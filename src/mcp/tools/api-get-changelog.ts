import type { Docs } from '../../docs/docs.ts';
import { API_VERSION } from '../../docs/openapi/openapi.ts';
import { type Tool, text, textArgument, toolError, toolResult } from './tool.ts';

/** A longer entry is answered with its first changes; asked for by its version, with all. */
const LONGEST = 1500;

interface Entry {
  readonly version: string;
  /** What it is about, in a line. */
  readonly summary: string;
  readonly changes: readonly string[];
}

export function apiGetChangelog({ changelog }: Docs): Tool {
  const entries = changelog.split(/^### /m).slice(1).map(toEntry);
  const [newest, ...older] = entries;
  const overview = toolResult(newest ? newestFirst(newest, older) : 'There is no entry yet.');
  return {
    name: 'api.get_changelog',
    title: 'Read the changelog',
    description:
      'Read what changed in the API: the newest entry, since when paths and fields hold, and which older entries there are. Use it when something does not behave as you remember.',
    inputSchema: {
      type: 'object',
      properties: { version: text('Version of one entry, such as "2026-06-09", to read all of it.') },
    },
    call(args) {
      if (args.version === undefined) return overview;
      const version = textArgument(args, 'version');
      const entry = entries.find((each) => each.version === version);
      if (entry) return toolResult(`${headOf(entry)}\n\n${entry.changes.join('\n')}`);
      const known = entries.map((each) => each.version).join(', ');
      return toolError(`There is no entry of that version. The versions are ${known}`);
    },
  };
}

function newestFirst(newest: Entry, older: readonly Entry[]): string {
  let length = 0;
  const fitting = newest.changes.filter((change) => {
    length += change.length;
    return length <= LONGEST;
  });
  const left = newest.changes.length - fitting.length;
  return [
    `Newest entry: ${newest.version}. The version of the API is ${API_VERSION}: since then no path or field has been removed or renamed. Your provider sets the prices: \`GET /api/account\` lists the current ones, free of charge.`,
    headOf(newest),
    fitting.join('\n'),
    ...(left > 0 ? [`${left} more with the argument \`version\`: "${newest.version}".`] : []),
    `Older entries: ${older.map(({ version }) => version).join(', ') || 'none'}.`,
  ].join('\n\n');
}

function headOf({ version, summary }: Entry): string {
  return [`## ${version}`, summary].filter(Boolean).join('\n\n');
}

function toEntry(part: string): Entry {
  const [head = '', ...groups] = part.split('\n#### ');
  const [version = '', ...summary] = head.split('\n');
  const changes = groups.flatMap((group) => {
    const [name = '', ...texts] = group.split('\n- ');
    return texts.map((text) => `- ${name.trim()}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
  });
  return { version: version.trim(), summary: summary.join(' ').trim(), changes };
}
