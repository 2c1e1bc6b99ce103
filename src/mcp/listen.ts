import { type ByteText, jsonBytes } from '../lib/text/byte-text.ts';
import { type Answer, refused } from './answer.ts';
import { failure, isFields, type RequestId } from './json-rpc.ts';
import { Result, type ServerInfo } from './result.ts';

/**
 * `subscriptions/listen`: nothing here ever changes while the server runs, so of all notifications that a
 * client may ask for none is agreed to, and the stream ends as it begins.
 */
export function listen(id: RequestId, params: unknown, server: ServerInfo): Answer {
  if (!isFields(params) || !isFields(params.notifications)) {
    return refused(id, failure('invalidParams', 200, 'notifications must be an object'));
  }
  const subscription = { 'io.modelcontextprotocol/subscriptionId': id };
  const acknowledged = jsonBytes({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: subscription, notifications: {} },
  });
  const ended = new Result({ _meta: subscription }).body(id, server);
  return { status: 200, type: 'text/event-stream', body: event(acknowledged) + event(ended) };
}

function event(data: ByteText): ByteText {
  return `event: message\ndata: ${data}\n\n`;
}
