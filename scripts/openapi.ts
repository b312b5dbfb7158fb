import { readFile, writeFile } from 'node:fs/promises'
import { eventDocs, routes } from '../src/app/app.ts'
import { buildOpenApi } from '../src/http/docs/openapi.ts'

// Writes openapi.json from the route table. With --check it writes nothing, and fails if the file is out of date.
const file = new URL('../openapi.json', import.meta.url)
const text = `${JSON.stringify(buildOpenApi(routes, eventDocs, 'http://127.0.0.1:8080'), null, 2)}\n`
if (process.argv.includes('--check')) {
  const committed = await readFile(file, 'utf8').catch(() => '')
  if (committed !== text) {
    console.error('openapi.json is out of date. Run npm run openapi.')
    process.exit(1)
  }
} else {
  await writeFile(file, text)
}
