import { ApiError } from '../errors.ts';
import type { AccountRoute } from './account-routes.ts';
import { readKey, receipt, settle, tooManyRequests } from './authenticate.ts';
import { failure, type Reply, success } from './envelope.ts';
import type { Call, Service } from './service.ts';

/** Answers a call of a free route: the key must stand, nothing is charged. */
export async function answerAccount(service: Service, route: AccountRoute, call: Call): Promise<Reply> {
  const keyHash = readKey(call);
  const left = service.rateLimit.take(keyHash);
  const { holder, balance } = await settle(service, keyHash, call, route.path, 0);
  const headers = receipt(0, balance, service.rateLimit.headers(left));
  try {
    if (left < 0) throw tooManyRequests();
    return success(await route.answer(service, { holder, balance }, call.query), headers);
  } catch (error) {
    if (error instanceof ApiError) return failure(error, headers);
    throw error;
  }
}
