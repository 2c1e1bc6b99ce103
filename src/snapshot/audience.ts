/** As the only audience method: every method counts. */
export const ALL_METHODS = '*';

/** Whether audience figures count orders paid by a method. */
export function isAudienceMethod(audienceMethods: readonly string[], method: string): boolean {
  return audienceMethods.includes(ALL_METHODS) || audienceMethods.includes(method);
}
