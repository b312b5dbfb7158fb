import { fields } from './en/fields.ts'
import { requests } from './en/requests.ts'

/** Every sentence in English, in ICU MessageFormat. A code is never used again for another meaning: rows and clients hold it. */
export const en = { ...fields, ...requests } as const
