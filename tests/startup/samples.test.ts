// @slow

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { BARE_ENV, createPlace, createTemplate } from '../helpers/process.ts'
import { freePort } from '../helpers/redis.ts'
import { type Block, blocksOf, DOCUMENTS, RUNNERS } from '../helpers/samples.ts'

// Every sample of the documentation is pasted into a shell, document by document, beside a new sandbox. Whatever a
// sample needs must be created by a sample above it. CONTRIBUTING.md says how to mark what cannot be run.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const skip = spawnSync('curl', ['--version']).error ? 'curl is not installed' : false
const template = await createTemplate({ after })

const blocks = DOCUMENTS.flatMap(blocksOf)
const isInstalled = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
const missing = new Set(Object.values(RUNNERS).flatMap(({ tool }) => (isInstalled(tool) ? [] : [tool])))
const isRun = ({ language, notRun }: Block) =>
  notRun === null && RUNNERS[language] !== undefined && !missing.has(RUNNERS[language].tool)

/** What `https://doorpost.example` and the like stand for. */
const OURS =
  /https?:\/\/(?:doorpost\.example(?:\.com)?|leads\.example\.com|127\.0\.0\.1:8080)(?![\w.])|\blocalhost:8080\b/g

describe('every sample works unchanged', { skip }, async () => {
  const env = { SANDBOX: 'true', SANDBOX_PORT: String(await freePort()) }
  const place = createPlace({ after }, { env, template })
  const server = await place.start()

  for (const document of DOCUMENTS.filter((name) => blocksOf(name).some(isRun))) {
    test(document, async () => {
      const samples = blocksOf(document).filter(isRun)
      const { code, outputs, stderr } = await paste(samples)
      assert.equal(code, 0, `after ${samples[outputs.length - 1]?.at}:\n${outputs.at(-1)}\n${stderr}`)
      assert.equal(stderr, '')
      for (const [index, sample] of samples.entries()) check(sample, outputs[index]!)
    })
  }

  async function paste(samples: Block[]) {
    // Samples write files, and the clone is not theirs.
    const folder = fs.mkdtempSync(join(place.folder, 'samples-'))
    for (const name of ['package.json', 'bin', 'docs', 'migrations', 'node_modules', 'scripts', 'simulators', 'src']) {
      fs.symlinkSync(join(ROOT, name), join(folder, name))
    }
    const lines = samples.map((sample, index) => `printf '\\n${MARK}\\n'\n${sample.setUp}\n${toShell(sample, index)}\n`)
    const script = lines
      .join('')
      .replaceAll(OURS, (found) => `${/^http/.test(found) ? 'http://' : ''}localhost:${server.port}`)
    const settings = { ...BARE_ENV, ...env, DATA_DIR: place.dataDir, BASE_URL: `http://localhost:${server.port}` }
    const shell = spawn('sh', ['-eua'], { cwd: folder, env: settings })
    shell.stdin.end(script)
    const ended = new Promise<number | null>((resolve) => shell.on('close', resolve))
    const [stdout, stderr, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended])
    return { code, outputs: stdout.split(`\n${MARK}\n`).slice(1), stderr }
  }
})

const MARK = '=====next sample====='

/** Other languages get the variables of the shell, and what they call PUBLIC_ID. */
function toShell({ language, code }: Block, index: number): string {
  const { tool, extension } = RUNNERS[language]!
  if (tool === 'sh') return code
  const file = `sample-${index}${extension}`
  const fill = `sed "s/PUBLIC_ID/\${PUBLIC_ID:-PUBLIC_ID}/g" > ${file}`
  return `${fill} <<'END_OF_SAMPLE'\n${code}\nEND_OF_SAMPLE\n${tool} ${tool === 'go' ? 'run ' : ''}${file}`
}

/** Answers are those of success, unless the sample shows another one in a comment. */
function check({ at, code }: Block, output: string): void {
  const shown = [...code.matchAll(/^# (\{.*\})$/gm)].map(([, json]) => JSON.parse(json!))
  const lines = output.split('\n').map((line) => line.replace(/^data: /, ''))
  const answers = lines.filter((line) => line.startsWith('{'))
  if (/\bcurl -s[^|]*$/.test(code.trimEnd()) && !/text\/csv/.test(code)) {
    assert.ok(answers.length > 0, `${at} prints no answer: ${output.slice(0, 500)}`)
  }
  for (const [index, answer] of answers.entries()) {
    const said = JSON.parse(answer)
    if (shown[index] !== undefined) assert.deepEqual(said, shown[index], at)
    else assert.ok(said.success === true || said.result !== undefined, `${at}: ${answer}`)
  }
}

test('every block is run, is data that can be read, or says why neither is possible', () => {
  const unknown = blocks.filter(({ language, notRun }) => notRun === null && !RUNNERS[language] && !READERS[language])
  assert.deepEqual(
    unknown.map(({ at, language }) => `${at} ${language}: put <!-- not run: REASON --> above it`),
    [],
  )
  for (const { at, notRun, language } of blocks) {
    if (notRun === null) continue
    assert.ok(notRun.length > 10, `${at} gives a reason`)
    assert.ok(RUNNERS[language] || !READERS[language], `${at} is not a program, and needs no mark`)
    for (const [path] of notRun.matchAll(/\b(?:tests|proof)\/[\w./-]+\.ts\b/g)) {
      assert.ok(fs.existsSync(join(ROOT, path)), `${at}: ${path}`)
    }
  }
  assert.ok(blocks.filter(isRun).length > 20)
})

const READERS: Record<string, (code: string) => void> = {
  json: JSON.parse,
  yaml: (code) =>
    assert.deepEqual(
      parseAllDocuments(code).flatMap((document) => ('errors' in document ? document.errors : [])),
      [],
    ),
  // What a program prints or sends, or a file of another program.
  text: () => {},
  '': () => {},
}

test('blocks of data can be read', () => {
  for (const { at, language, code } of blocks) {
    assert.doesNotThrow(() => READERS[language]?.(code), at)
  }
})

test('a sample that uses a variable comes after what sets it, or after an explanation of its origin', () => {
  const unknown: string[] = []
  for (const document of DOCUMENTS) {
    const page = fs.readFileSync(`${ROOT}${document}`, 'utf8')
    for (const { 1: lines = '', index } of page.matchAll(/^```sh\n([\s\S]*?)^```/gm)) {
      for (const { 0: use, 1: name, index: at } of lines.matchAll(/\$\{?([A-Z][A-Z0-9_]*)\b/g)) {
        const before = page.slice(0, index).replace(/<!--[\s\S]*?-->/g, '') + lines.slice(0, at)
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
  for (const { at, language, code } of blocks) {
    if (language !== 'sh') continue
    assert.doesNotMatch(code, /\bnpx doorpost\b|npm install (?:.* )?doorpost\b/, at)
    // npm treats folder/file as a repository on GitHub.
    assert.doesNotMatch(code, /npm install (?:-\S+ )*[^-./\s]\S*\.tgz/, at)
  }
})
