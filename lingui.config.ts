import { join } from 'node:path'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Languages whose every text must be translated: `npm run check` fails on a missing one. Others show English there. */
export const COMPLETE: readonly string[] = ['de', 'fr', 'es', 'pt', 'ja']

// Texts of the dashboard: `npm run texts` collects them from the macros in web/src into web/src/locales.
export default defineConfig({
  rootDir: join(import.meta.dirname, 'web'),
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'es', 'pt', 'ja'],
  format: formatter({ lineNumbers: false }),
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'] }],
})
