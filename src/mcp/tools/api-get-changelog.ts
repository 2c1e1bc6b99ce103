import type { Docs } from '../../docs/docs.ts';
import { API_VERSION } from '../../docs/openapi/openapi.ts';
import { parseDay } from '../../lib/calendar.ts';
import { Type } from '../../lib/schema.ts';
import { createTool, type Tool, text, toolError, toolResult } from './tool.ts';

/** Older changes are left out beyond this length: the result says how many, and how to read them. */
const MAX_LENGTH = 9000;

const AREAS = ['api', 'clients', 'documentation', 'site', 'all'] as const;
type Area = (typeof AREAS)[number];
/** Headings of an entry that name an area. Below the others, which name a kind of change, stand changes of calls. */
const AREA_OF: Readonly<Record<string, Area>> = {
  Clients: 'clients',
  Documentation: 'documentation',
  Site: 'site',
};

interface Change {
  readonly date: string;
  readonly area: Area;
  readonly line: string;
}

export function apiGetChangelog({ changelog }: Docs): Tool {
  const changes = changelog.split(/^### /m).slice(1).flatMap(changesOf);
  const dates = [...new Set(changes.map(({ date }) => date))];
  const [newest = ''] = dates;
  return createTool({
    name: 'api.get_changelog',
    title: 'Read the changelog',
    description:
      'Read what changed since a date, newest first. Use it when something does not behave as you remember, or to see whether a program has to change.',
    takes: {
      since: Type.Optional(text('First date, YYYY-MM-DD; without it, the newest entry alone.')),
      area: Type.Optional(
        Type.Choice(AREAS, {
          default: 'api',
          description: 'api: paths, fields, headers, errors and prices of calls.',
        }),
      ),
    },
    call({ since = newest, area = 'api' }) {
      if (parseDay(since) === undefined) return toolError('since must be a calendar date as YYYY-MM-DD.');
      const recent = changes.filter(({ date }) => date >= since);
      return toolResult(
        [
          `The version of the API is ${API_VERSION}: since then no path or field has been removed or renamed. What could break a program begins with “Tighter”. Your operator sets the prices: \`GET /api/account\` lists the current ones, free of charge.`,
          ...shown(recent.filter((change) => area === 'all' || change.area === area)),
          othersIn(recent, area),
          `Entries: ${dates.join(', ')}.`,
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
      );
    },
  });
}

/** Changes below their dates, as many as fit. */
function shown(changes: readonly Change[]): string[] {
  if (changes.length === 0) return ['Nothing changed in this area.'];
  let length = 0;
  const fitting = changes.filter(({ line }) => {
    length += line.length;
    return length <= MAX_LENGTH;
  });
  const left = changes.length - fitting.length;
  return [
    ...[...Map.groupBy(fitting, ({ date }) => date)].map(
      ([date, lines]) => `## ${date}\n\n${lines.map(({ line }) => line).join('\n')}`,
    ),
    ...(left > 0 ? [`${left} older changes do not fit: read them by \`area\`.`] : []),
  ];
}

/** Tells of changes in the other areas without repeating them. */
function othersIn(changes: readonly Change[], area: Area): string {
  if (area === 'all') return '';
  const others = Map.groupBy(
    changes.filter((change) => change.area !== area),
    (change) => change.area,
  );
  const counts = [...others].map(([name, list]) => `${list.length} in \`${name}\``);
  return counts.length > 0 ? `Other changes, with the argument \`area\`: ${counts.join(', ')}.` : '';
}

/** The changes of one entry: its date, then groups of list items below headings. */
function changesOf(entry: string): Change[] {
  const [head = '', ...groups] = entry.split('\n#### ');
  const [date = ''] = head.split('\n');
  return groups.flatMap((group) => {
    const [heading = '', ...items] = group.split('\n- ');
    const name = heading.trim();
    const area = AREA_OF[name];
    return items.map((item) => {
      const words = item.replaceAll(/\s+/g, ' ').trim();
      return { date: date.trim(), area: area ?? 'api', line: area ? `- ${words}` : `- ${name}: ${words}` };
    });
  });
}
