import type { Endpoint } from '../../src/endpoints/form/endpoint.ts';
import { SHARED_PARAMETERS } from '../../src/endpoints/form/parameters.ts';
import { CATEGORIES, DAYS, FIRST_DAY, SUBS } from './lines.ts';

export interface Question {
  readonly category: string;
  readonly sub: string;
  readonly start: string;
  readonly end: string;
}

/** A category, a sub-category that stands in it, and a range that the made lines cover. */
export function randomQuestion(): Question {
  const below = (count: number) => Math.floor(Math.random() * count);
  const category = below(CATEGORIES);
  const [start = 0, end = 0] = [below(DAYS), below(DAYS)].sort((a, b) => a - b);
  return {
    category: `Category ${category}`,
    sub: `Sub ${category + CATEGORIES * below(SUBS / CATEGORIES)}`,
    start: dayOfCoverage(start),
    end: dayOfCoverage(end),
  };
}

/** The same as a script for wrk, made again for each of its calls, in what the endpoint takes of it. */
export function questionScript(endpoint: Endpoint, seed: number): string {
  const asked = endpoint.takes.filter((name) => name in SHARED_PARAMETERS);
  const query = asked.map((name) => `${name}=" .. asked["${name}"] .. "`);
  return `
math.randomseed(${seed})
local function day(number)
  return os.date("!%Y-%m-%d", ${Date.parse(FIRST_DAY) / 1000} + number * 86400)
end
request = function()
  local category = math.random(0, ${CATEGORIES - 1})
  local sub = category + ${CATEGORIES} * math.random(0, ${SUBS / CATEGORIES - 1})
  local one, other = math.random(0, ${DAYS - 1}), math.random(0, ${DAYS - 1})
  local asked = {
    category = "Category%20" .. category,
    sub = "Sub%20" .. sub,
    start = day(math.min(one, other)),
    ["end"] = day(math.max(one, other)),
  }
  return wrk.format(nil, "${endpoint.path}?${query.join('&')}")
end
`;
}

function dayOfCoverage(day: number): string {
  return new Date(Date.parse(FIRST_DAY) + day * 86_400_000).toISOString().slice(0, 10);
}
