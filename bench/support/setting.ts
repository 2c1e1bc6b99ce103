/** What a benchmark is told by its environment; `index.ts` gives what is usual where nobody says otherwise. */
export function textSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this by "npm run bench -- NAME"`);
  return value;
}

export function numberSetting(name: string): number {
  return numberOf(name, textSetting(name));
}

/** Numbers with commas between them. */
export function numbersSetting(name: string): number[] {
  return textSetting(name)
    .split(',')
    .map((each) => numberOf(name, each));
}

function numberOf(name: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`${name} must be a number ("${text}")`);
  return Number(text);
}
