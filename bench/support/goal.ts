/** Such as `at most 4: met`. */
export function atMost(goal: number, value: number): string {
  return `at most ${goal}: ${verdict(value, value <= goal)}`;
}

export function atLeast(goal: number, value: number): string {
  return `at least ${goal}: ${verdict(value, value >= goal)}`;
}

function verdict(value: number, isMet: boolean): string {
  if (Number.isNaN(value)) return 'not measured';
  return isMet ? 'met' : 'missed';
}
