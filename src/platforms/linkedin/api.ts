import { bearer } from '../calls/answers.ts'
import type { PlatformSettings } from '../contract.ts'

/** Every call under /rest names its version, which lives about a year: https://learn.microsoft.com/en-us/linkedin/marketing/versioning */
export function restHeaders(caller: { settings: PlatformSettings; account: { accessToken: string } }) {
  const version = { 'linkedin-version': caller.settings.version, 'x-restli-protocol-version': '2.0.0' }
  return { ...bearer(caller.account.accessToken), ...version }
}
