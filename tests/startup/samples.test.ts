import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { BARE_ENV, createPlace, createTemplate, type Doorpost } from '../helpers/process.ts'

// The samples of the documentation are pasted into a shell, document by document, beside a new installation. Whatever a
// sample needs must be created by a sample above it.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const WITH_REQUESTS = [
  'README.md',
  'docs/how-to/forms.md',
  'docs/how-to/links.md',
  'docs/how-to/mapping.md',
  'docs/how-to/media.md',
  'docs/how-to/spam.md',
]
const DOCUMENTS = ['README.md', ...fs.globSync('docs/*/*.md', { cwd: ROOT })]
const skip = spawnSync('curl', ['--version']).error ? 'curl is not installed' : false

const template = await createTemplate({ after })

function samplesOf(document: string): string[] {
  const blocks = fs.readFileSync(`${ROOT}${document}`, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)
  return [...blocks].map(([, lines]) => lines!)
}

describe('the samples with requests work unchanged, and each answer is on its own line', { skip }, async () => {
  const place = createPlace({ after }, { template })
  const server = await place.start()

  for (const document of WITH_REQUESTS) {
    test(document, async () => {
      const samples = samplesOf(document).filter((sample) => /\bcurl\b/.test(sample))
      const { code, stdout, stderr } = await paste(samples.join(''), server)
      assert.equal(code, 0, stderr)
      assert.equal(stderr, '')
      const answers = stdout.trimEnd().split('\n')
      assert.ok(answers.length >= samples.length, stdout)
      for (const answer of answers) assert.equal(JSON.parse(answer).success, true, answer)
    })
  }

  async function paste(lines: string, { port }: Doorpost) {
    const script = lines.replaceAll('localhost:8080', `localhost:${port}`)
    const env = { ...BARE_ENV, DATA_DIR: place.dataDir, BASE_URL: `http://localhost:${port}` }
    const shell = spawn('sh', ['-eu'], { cwd: ROOT, env })
    shell.stdin.end(script)
    const ended = new Promise<number | null>((resolve) => shell.on('close', resolve))
    const [stdout, stderr, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended])
    return { code, stdout, stderr }
  }
})

test('a sample that uses a variable comes after what sets it, or after an explanation of its origin', () => {
  const unknown: string[] = []
  for (const document of DOCUMENTS) {
    const page = fs.readFileSync(`${ROOT}${document}`, 'utf8')
    for (const { 1: lines = '', index } of page.matchAll(/^```sh\n([\s\S]*?)^```/gm)) {
      for (const { 0: use, 1: name, index: at } of lines.matchAll(/\$\{?([A-Z][A-Z0-9_]*)\b/g)) {
        const before = page.slice(0, index) + lines.slice(0, at)
        const isKnown = new RegExp(`\\b${name}=|\`\\$?${name}\``).test(before)
        // Every shell has these.
        if (!isKnown && !['HOME', 'PWD'].includes(name!)) unknown.push(`${document}: ${use}`)
      }
    }
  }
  assert.deepEqual(unknown, [])
})

test('no sample takes the package from the npm registry, where it is not published yet', () => {
  const { private: isUnpublished } = JSON.parse(fs.readFileSync(`${ROOT}package.json`, 'utf8'))
  assert.equal(isUnpublished, true, 'once it is published, samples may use the registry: remove this test')
  for (const document of DOCUMENTS) {
    for (const sample of samplesOf(document)) {
      assert.doesNotMatch(sample, /\bnpx doorpost\b|npm install (?:.* )?doorpost\b/, document)
      // npm treats folder/file as a repository on GitHub.
      assert.doesNotMatch(sample, /npm install (?:-\S+ )*[^-./\s]\S*\.tgz/, document)
    }
  }
})
