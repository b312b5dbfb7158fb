import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { minify } from 'vite'

// Builds the script for websites, src/forms/doorpost.js, from its source. With --check it only compares.
const SOURCE = 'web/snippet/doorpost.ts'
const TARGET = 'src/forms/doorpost.js'

const plain = stripTypeScriptTypes(readFileSync(SOURCE, 'utf8'), { mode: 'strip' })
const { code, errors } = await minify('doorpost.js', plain, {
  module: false,
  compress: { target: 'es2022' },
  mangle: { toplevel: true },
})
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
const text = `${code.trim()}\n`

if (process.argv.includes('--check')) {
  if (text !== readFileSync(TARGET, 'utf8')) throw new Error(`${TARGET} is out of date. Run npm run snippet.`)
} else {
  writeFileSync(TARGET, text)
  console.log(`${TARGET}: ${Buffer.byteLength(text)} bytes`)
}
