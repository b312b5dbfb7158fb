import { readFile, writeFile } from 'node:fs/promises'
import { documents } from '../src/app/routes.ts'
import { buildOpenApi } from '../src/http/docs/openapi.ts'

// Writes openapi.json and openapi.full.json from the route table. With --check it writes nothing, and fails if a file is
// out of date.
for (const [name, described] of [
  ['openapi.json', documents.keys],
  ['openapi.full.json', documents.full],
] as const) {
  const file = new URL(`../${name}`, import.meta.url)
  const text = `${JSON.stringify(buildOpenApi(described, 'http://127.0.0.1:8080'), null, 2)}\n`
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is out of date. Run npm run openapi.`)
    process.exitCode = 1
  }
}
