import type { PlatformContext, PlatformSettings } from '../contract.ts'

/** Every call under /rest names its version, which lives about a year: https://learn.microsoft.com/en-us/linkedin/marketing/versioning */
export function restHeaders(settings: PlatformSettings, accessToken: string): Record<string, string> {
  return {
    authorization: `Bearer ${accessToken}`,
    'linkedin-version': settings.version,
    'x-restli-protocol-version': '2.0.0',
  }
}

export function headersOf(context: PlatformContext): Record<string, string> {
  return restHeaders(context.settings, context.account.accessToken)
}
