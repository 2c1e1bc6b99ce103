/** `test`, `suite` and hooks for files that drive a browser: without one, each test is skipped with the reason. */
import * as node from 'node:test';
import { noBrowser } from './browser.ts';

const skipped = (name: string) => node.test(name, { skip: noBrowser });
const ignored = () => undefined;

export const test = noBrowser ? (skipped as typeof node.test) : node.test;
export const suite = noBrowser ? (skipped as unknown as typeof node.suite) : node.suite;
export const before = noBrowser ? (ignored as typeof node.before) : node.before;
export const after = noBrowser ? (ignored as typeof node.after) : node.after;
