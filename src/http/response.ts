import { ServerResponse } from 'node:http';

/** Longer than the usual proxies keep theirs, so that it is never the service that closes one in use. */
export const KEEP_ALIVE_MS = 72_000;

/** How Node writes a head: it checks each header that it is given, and takes the first line as it is. */
interface HeadWriter {
  _storeHeader(firstLine: string, headers: readonly string[]): void;
}
const { _storeHeader: storeHeader } = ServerResponse.prototype as unknown as HeadWriter;

/** A response with headers that are the service's own words: they are sent as they are, and not checked every time. */
export class Response extends ServerResponse {
  /** As lines of a head, right behind the status. */
  ownLines = '';
  /** What `Keep-Alive` tells; the door keeps to it. */
  declare _keepAliveTimeout: number;

  _storeHeader(firstLine: string, headers: readonly string[]): void {
    this._keepAliveTimeout = KEEP_ALIVE_MS;
    storeHeader.call(this, firstLine + this.ownLines, headers);
  }
}
