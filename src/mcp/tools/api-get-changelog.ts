import type { Docs } from '../../docs/docs.ts';
import { API_VERSION } from '../../docs/openapi.ts';
import { listOf, NO_ARGUMENTS, record, type Tool, text, toolResult } from './tool.ts';

export function apiGetChangelog({ changelog }: Docs): Tool {
  const entries = changelog.split(/^### /m).slice(1).map(toEntry);
  const result = toolResult(changelog, { version: API_VERSION, entries });
  return {
    name: 'api.get_changelog',
    title: 'Read the changelog',
    description:
      'Read what changed in the API and its documentation, newest version first. Use it when something behaves other than you remember, or to learn the current version. Takes no arguments.',
    inputSchema: NO_ARGUMENTS,
    outputSchema: record({
      version: text('The current version; versions are dates.'),
      entries: listOf(record({ version: text('Version.'), markdown: text('What changed.') })),
    }),
    call: () => result,
  };
}

function toEntry(part: string) {
  const [version = '', ...rest] = part.split('\n');
  return { version: version.trim(), markdown: rest.join('\n').trim() };
}
