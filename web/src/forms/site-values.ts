import type { Form, FormPatch } from '../api/schema.ts'

/** Lists as they are typed: one entry on each line. */
export function valuesOf({ allowed_origins, redirect_urls }: Form) {
  return { allowed_origins: allowed_origins.join('\n'), redirect_urls: redirect_urls.join('\n') }
}

export function toPatch({ allowed_origins, redirect_urls }: ReturnType<typeof valuesOf>): FormPatch {
  return { allowed_origins: linesOf(allowed_origins), redirect_urls: linesOf(redirect_urls) }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
