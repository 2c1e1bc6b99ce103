const SQLITE_BUSY = 5;

/** Whether another process holds the lock that was asked for. */
export function isLocked(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  // The lower byte is the kind of error, whatever its details.
  return (errcode & 0xff) === SQLITE_BUSY;
}
