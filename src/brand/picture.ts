import { createHash } from 'node:crypto';
import { UserError } from '../errors/operators.ts';
import { isPng, wrongWithPng } from './png.ts';
import { wrongWithSvg } from './svg.ts';

/** A logo or an icon. */
export interface Picture {
  readonly type: 'image/svg+xml' | 'image/png';
  /** Changes with its content. */
  readonly hash: string;
  readonly body: Buffer;
}

export const LARGEST_PICTURE = 256 * 1024;

/** Checks the content of a file; what is no harmless SVG or PNG is refused with the reason. */
export function readPicture(body: Buffer, name: string): Picture {
  if (body.length > LARGEST_PICTURE)
    throw new UserError(`${name} has ${body.length} bytes; a picture may have up to ${LARGEST_PICTURE}`);
  const type = isPng(body) ? 'image/png' : 'image/svg+xml';
  const wrong = type === 'image/png' ? wrongWithPng(body) : wrongWithSvg(body);
  if (wrong) throw new UserError(`${name} must be a PNG, or an SVG that only draws: it ${wrong}`);
  return { type, hash: createHash('sha256').update(body).digest('base64url').slice(0, 22), body };
}
