import type { Form, FormPatch } from '../../api/schema.ts'

/** Lists as they are typed: one entry on each line. */
export interface SiteValues {
  allowed_origins: string
  redirect_urls: string
}

export function valuesOf({ allowed_origins, redirect_urls }: Form): SiteValues {
  return { allowed_origins: allowed_origins.join('\n'), redirect_urls: redirect_urls.join('\n') }
}

export function toPatch({ allowed_origins, redirect_urls }: SiteValues): FormPatch {
  return { allowed_origins: linesOf(allowed_origins), redirect_urls: linesOf(redirect_urls) }
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
