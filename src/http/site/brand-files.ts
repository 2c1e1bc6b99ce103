import type { Brand } from '../../brand/brand.ts';
import { colorStyles } from '../../brand/color.ts';
import { Refusal } from '../../errors/callers.ts';
import { isKnown } from '../../lib/etag.ts';
import { failure } from '../../request/reply.ts';
import { type Document, document } from '../documents.ts';

const PATHS = { logo: '/developers/logo', icon: '/developers/icon' } as const;
/** The trend stays empty until the operator's figures are loaded: recorded ones could be taken for theirs. */
const WITHOUT_RECORDED = '.home-trend.is-built { visibility: hidden; }\n';
const USUAL_ICON = '/developers/icon.svg';

/** What the operator's own looks like: colours, logo and icon, the same for everyone. */
export function brandFiles(brand: () => Brand): Document[] {
  const styles = document(
    '/developers/brand.css',
    'text/css; charset=utf-8',
    brand,
    ({ color, showcase = 'none' }) =>
      (color ? colorStyles(color) : '') + (showcase === 'none' ? '' : WITHOUT_RECORDED),
  );
  return [styles, pictureFile('logo', brand), pictureFile('icon', brand)];
}

/** Where a picture is: its address changes with it, so that no page shows an old one. */
export function picturePath(name: keyof typeof PATHS, brand: Brand): string | undefined {
  return brand[name] && `${PATHS[name]}?v=${brand[name].hash}`;
}

export function iconPath(brand: Brand): string {
  return picturePath('icon', brand) ?? USUAL_ICON;
}

/** Nothing in it may run or load, should somebody open it by itself. Firefox applies a drawing's own styles only if they are allowed. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

function pictureFile(name: keyof typeof PATHS, brand: () => Brand): Document {
  return {
    path: PATHS[name],
    template: PATHS[name],
    handle(exchange) {
      const picture = brand()[name];
      if (!picture) return failure(new Refusal('notFound'));
      const etag = `"${picture.hash}"`;
      const headers = ['etag', etag, 'content-security-policy', PICTURE_POLICY];
      const common = { headers, cache: 'no-cache', isPage: true };
      if (isKnown(exchange.headers['if-none-match'], etag)) return { ...common, status: 304, body: '' };
      return { ...common, status: 200, body: picture.body, type: picture.type };
    },
  };
}
