import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stage } from './ship/stage.ts'

// `node scripts/stage.ts FOLDER [--omit postgres]` puts the installed program into a folder, for the Dockerfile.

const { values, positionals } = parseArgs({ options: { omit: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
const isOmitKnown = values.omit === undefined || values.omit === 'postgres'
if (folder === undefined || positionals.length > 1 || !isOmitKnown) {
  console.error('Usage: node scripts/stage.ts FOLDER [--omit postgres]')
  process.exit(2)
}
await stage(resolve(folder), { withPostgres: values.omit === undefined })
