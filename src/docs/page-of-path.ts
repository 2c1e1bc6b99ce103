/** The id of the page of a path: `/api/account/calls/{id}` has the page `api/account/call`. */
export function pageOfPath(path: string): string {
  return path.replace(/^\/api\/(public\/)?/, 'api/').replace(/s\/\{\w+\}$/, '');
}
