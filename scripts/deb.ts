import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDebianPackage } from './ship/debian.ts'
import { ROOT } from './ship/stage.ts'

// `npm run deb` builds the Debian package in dist/deb, for the architecture of this machine. --fast compresses less.

const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } })
const folder = join(ROOT, 'dist/deb')
mkdirSync(folder, { recursive: true })
const file = await buildDebianPackage(folder, { compression: values.fast ? 0 : 6 })
console.log(`${file} (${(statSync(file).size / 1_000_000).toFixed(1)} MB)`)
