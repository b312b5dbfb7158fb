import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, minify } from 'vite'

// Builds the scripts for websites from web/snippet. With --check it only compares.
const isCheck = process.argv.includes('--check')

/** One file without imports. */
async function pack(path: string): Promise<string> {
  const plain = stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' })
  const { code, errors } = await minify('doorpost.js', plain, {
    module: false,
    compress: { target: 'es2022' },
    mangle: { toplevel: true },
  })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

async function bundle(path: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const built = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'doorpostForm' } },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (result === undefined || !('output' in result)) throw new Error(`${path} was not built`)
  return result.output[0].code
}

const TARGETS = {
  'src/forms/doorpost.js': () => pack('web/snippet/doorpost.ts'),
  'src/forms/form.js': () => bundle('web/snippet/form.ts'),
}

for (const [target, make] of Object.entries(TARGETS)) {
  const text = `${(await make()).trim()}\n`
  if (!isCheck) {
    writeFileSync(target, text)
    console.log(`${target}: ${Buffer.byteLength(text)} bytes`)
  } else if (text !== readFileSync(target, 'utf8')) {
    throw new Error(`${target} is out of date. Run npm run snippet.`)
  }
}
