import { ApiError } from '../errors.ts';
import type { AccountRoute } from './account-routes.ts';
import { readKey, receipt, settle, tooManyRequests } from './authenticate.ts';
import { failure, type Reply, success } from './envelope.ts';
import type { Call, Service } from './service.ts';

/** Answers a call of a free route: the key must stand, nothing is charged. */
export async function answerAccount(service: Service, route: AccountRoute, call: Call): Promise<Reply> {
  const keyHash = readKey(call);
  const isAdmitted = service.rateLimit.admits(keyHash);
  const { holder } = await settle(service, keyHash, call, { points: 0, path: route.path });
  try {
    if (!isAdmitted) throw tooManyRequests();
    return success(await route.answer(service, holder, call.query), receipt(0, holder));
  } catch (error) {
    if (error instanceof ApiError) return failure(error, receipt(0, holder));
    throw error;
  }
}
