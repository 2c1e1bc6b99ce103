import { userInfo } from 'node:os';

/** Who runs this process, as the operating system knows them. */
export function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number and no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
