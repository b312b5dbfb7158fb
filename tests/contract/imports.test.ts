import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// Compares the table "Who imports whom" in ARCHITECTURE.md with the real imports.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const listFiles = (pattern: string) => globSync(pattern, { cwd: ROOT }).map((file) => file.split(sep).join('/'))
const files = listFiles('src/**/*.ts')

/** Names in the table that mean several rooms. */
const GROUPS: Record<string, string[]> = {
  'entry points': ['main', 'cli'],
  features: [
    'contacts',
    'people',
    'posts',
    'forms',
    'webhooks',
    'keys',
    'removals',
    'reports',
    'live',
    'users',
    'workspace',
    'system',
  ],
}
/** One storey: the entry points start commands. */
const STOREY = ['main', 'cli', 'commands']

interface Edge {
  file: string
  /** A path inside src, or the name of a package. */
  target: string
  line: number
}

const edges = files.flatMap(readImports)

function readImports(file: string): Edge[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found: Edge[] = []
  // import … from '…', export … from '…', import '…', import('…'), and workers: new URL('….ts', import.meta.url).
  const pattern =
    /^(?:import|export)\s[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'|new URL\('([^']+\.ts)', import\.meta\.url\)/gm
  for (const match of text.matchAll(pattern)) {
    const name = match.slice(1).find((part) => part !== undefined)!
    const target = name.startsWith('.')
      ? relative(ROOT, join(ROOT, dirname(file), name))
          .split(sep)
          .join('/')
      : name
    found.push({ file, target, line: text.slice(0, match.index).split('\n').length })
  }
  return found
}

/** src/http/access/auth.ts → http, src/errors.ts → errors; null outside src. */
function roomOf(path: string): string | null {
  const parts = path.split('/')
  if (parts[0] !== 'src') return null
  return parts.length > 2 ? parts[1]! : parts[1]!.replace(/\.ts$/, '')
}

interface Row {
  rooms: string[]
  /** Rooms, or a single file of a room such as http/client-address; each with the word it came from. */
  allowed: Array<{ name: string; word: string }>
}

/** Every room may use messages. */
const FOR_ALL = 'messages'

const table = readTable()

function readTable(): Row[] {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const [, section = ''] = text.split('## Who imports whom')
  const lines = section
    .split('\n## ', 1)[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const cells = lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const rows = cells.map(([left = ''], index) => ({
    rooms: wordsOf(left).flatMap(expand),
    right: cells[index]![1] ?? '',
  }))
  return rows.map(({ rooms, right }, index) => {
    const below = rows.slice(index + 1).flatMap((row) => row.rooms)
    const words = right === 'everything below' ? [] : wordsOf(right.replace('; of each other nothing', ''))
    const listed = words.flatMap((word) => expand(word).map((name) => ({ name, word })))
    return { rooms, allowed: right === 'everything below' ? below.map((name) => ({ name, word: '' })) : listed }
  })
}

function wordsOf(cell: string): string[] {
  return cell
    .split(',')
    .map((word) => word.trim().replaceAll('`', ''))
    .filter(Boolean)
}

function expand(word: string): string[] {
  return GROUPS[word] ?? [word]
}

/** The entry that allows the edge, or undefined. */
function permission(from: string, target: string): Row['allowed'][number] | undefined {
  const to = roomOf(target)!
  if (to === FOR_ALL) return { name: to, word: to }
  const file = target.replace(/^src\/|\.ts$/g, '')
  return table.find(({ rooms }) => rooms.includes(from))?.allowed.find(({ name }) => name === to || name === file)
}

const inner = edges
  .map((edge) => ({ ...edge, from: roomOf(edge.file)!, to: roomOf(edge.target) }))
  .filter((edge) => edge.target.startsWith('src/'))
const describeEdge = ({ file, line, target }: Edge) => `${file}:${line} imports ${target}`

test('the table lists every folder of src once, and no other', () => {
  const rooms = [...new Set(files.map((file) => roomOf(file)!))].sort()
  assert.deepEqual(table.flatMap((row) => row.rooms).sort(), rooms)
  assert.ok(inner.length > 100, `${inner.length} imports found`)
})

test('every import between rooms is one the table allows', () => {
  const wrong = inner.filter(({ from, to, target }) => {
    if (from === to || permission(from, target)) return false
    return !(STOREY.includes(from) && STOREY.includes(to!))
  })
  assert.deepEqual(wrong.map(describeEdge), [])
})

test('every entry of the table is used by some file', () => {
  const unused = table.flatMap(({ rooms, allowed }) =>
    [...new Set(allowed.map(({ word }) => word).filter(Boolean))]
      .filter((word) => {
        const names = allowed.filter((each) => each.word === word).map(({ name }) => name)
        return !inner.some(({ from, target }) => {
          const file = target.replace(/^src\/|\.ts$/g, '')
          return rooms.includes(from) && (names.includes(roomOf(target)!) || names.includes(file))
        })
      })
      .map((word) => `${rooms.join(', ')} → ${word}`),
  )
  assert.deepEqual(unused, [])
})

test('rooms do not import each other in a circle', () => {
  // The one file of http that config may read is a leaf of its own: it imports nothing of ours.
  const leaves = new Set(files.filter((file) => !inner.some((edge) => edge.file === file)))
  const graph = new Map<string, Set<string>>()
  for (const { from, to, target } of inner) {
    if (from === to || leaves.has(target)) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to!))
  }
  const circles = new Set<string>()
  const walk = (room: string, trail: string[]) => {
    const seen = trail.indexOf(room)
    if (seen !== -1) {
      circles.add([...trail.slice(seen), room].join(' → '))
      return
    }
    for (const next of graph.get(room) ?? []) walk(next, [...trail, room])
  }
  for (const room of graph.keys()) walk(room, [])
  assert.deepEqual([...circles], [])
})

for (const place of ['src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'simulators/**/*.ts']) {
  test(`files of ${place} do not import each other in a circle, not even types`, () => {
    const graph = new Map(listFiles(place).map((file) => [file, readImports(file).map(({ target }) => target)]))
    const done = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, trail: string[]) => {
      if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
      if (done.has(file) || trail.includes(file)) return
      for (const next of graph.get(file) ?? []) walk(next, [...trail, file])
      done.add(file)
    }
    for (const file of graph.keys()) walk(file, [])
    assert.ok(graph.size > 50)
    assert.deepEqual(circles, [])
  })
}

test('every export is used by another file', () => {
  const own = ['src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'simulators/**/*.ts'].flatMap(listFiles)
  const others = listFiles('{tests,bench,proof,scripts,web}/*.{ts,tsx}').concat(
    listFiles('{tests,bench,proof,scripts}/*/**/*.ts'),
  )
  const namedIn = new Map<string, number>()
  const exported: Array<{ file: string; name: string }> = []
  for (const file of new Set([...own, ...others])) {
    // A word in a comment is not a use.
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    for (const word of new Set(text.match(/[\w$]+/g))) namedIn.set(word, (namedIn.get(word) ?? 0) + 1)
    const declared = /^export (?:async )?(?:function\*?|const|class|interface|type) ([\w$]+)/gm
    for (const [, name] of own.includes(file) ? text.matchAll(declared) : []) exported.push({ file, name: name! })
  }
  assert.ok(exported.length > 1_500)
  // Two are generated, and one has code for other people's pages.
  const exempt = ['src/db/types.ts', 'web/src/api/schema.ts', 'web/src/forms/code.ts']
  const dead = exported.filter(({ file, name }) => namedIn.get(name) === 1 && !exempt.includes(file))
  assert.deepEqual(
    dead.map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

test('the private tables of the queue are not used', () => {
  const known = files.filter((file) => /_private_/.test(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(known, [])
})

test('every imported file exists, and src imports nothing from tests, bench or scripts', () => {
  const outside = edges.filter(({ target }) => /^(?:tests|bench|scripts|\.\.)(?:\/|$)/.test(target))
  assert.deepEqual(outside.map(describeEdge), [])
  assert.deepEqual(inner.filter(({ target }) => !files.includes(target)).map(describeEdge), [])
})

/** Files that load one of these packages as soon as they are loaded themselves. */
function loadersOf(packages: RegExp): string[] {
  const early = edges.filter(({ file, target, line }) => {
    const text = readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1]!
    return packages.test(target) && /^(?:import|export) (?!type\b)/.test(text)
  })
  return [...new Set(early.map(({ file }) => file))]
}

test('code for sign-in and mail is loaded when needed, not at the start', () => {
  const heavy = /^(?:@?better-auth(?:\/|$)|nodemailer$)|^src\/users\/auth\.ts$/
  assert.deepEqual(loadersOf(heavy), ['src/users/auth-tables.ts', 'src/users/auth.ts', 'src/users/passkey-auth.ts'])
})

test('only its own process loads the code that shrinks pictures', () => {
  assert.deepEqual(loadersOf(/^sharp$/), ['src/media/shrink/shrink-process.ts'])
  const loaders = edges.filter(({ target }) => target === 'src/media/shrink/shrink-process.ts')
  assert.deepEqual([...new Set(loaders.map(({ file }) => file))], ['src/media/shrink/shrink.ts'])
  assert.deepEqual(loadersOf(/^src\/media\/shrink\/shrink-process\.ts$/), [])
})

test('an idle server has neither the code of fetch() nor the ES modules of kysely in memory', () => {
  assert.deepEqual(loadersOf(/^(?:node:http|kysely)$/), [])
})

test('only the sandbox uses the simulators, and they use nothing of src', () => {
  const users = edges.filter(({ target }) => target.startsWith('simulators/')).map(({ file }) => file)
  assert.deepEqual([...new Set(users)], ['src/process/sandbox.ts'])
  const simulators = globSync('simulators/**/*.ts', { cwd: ROOT }).flatMap(readImports)
  assert.ok(simulators.length > 100)
  assert.deepEqual(simulators.filter(({ target }) => !/^(?:simulators\/|node:)/.test(target)).map(describeEdge), [])
})

test('only commands that ask a server use the SDK, and the SDK uses nothing of src', () => {
  const users = edges.filter(({ target }) => target.startsWith('sdk/')).map(({ file }) => file)
  assert.deepEqual(
    [...new Set(users)].filter((file) => !file.startsWith('src/commands/')),
    [],
  )
  assert.ok(users.length > 0)
  const own = globSync('sdk/src/**/*.ts', { cwd: ROOT }).flatMap(readImports)
  assert.ok(own.length > 10)
  assert.deepEqual(own.filter(({ target }) => !target.startsWith('sdk/src/')).map(describeEdge), [])
})

test('lib is independent of Doorpost: it only imports itself, packages and the messages', () => {
  const wrong = edges.filter(
    ({ file, target }) =>
      file.startsWith('src/lib/') && /^(?:src\/(?!lib\/|messages\/(?:message|sentence)\.ts)|\.|\/)/.test(target),
  )
  assert.deepEqual(wrong.map(describeEdge), [])
})

test('the dashboard only takes pure rules from src', () => {
  const own = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => file.split(sep).join('/'))
  const taken = [...new Set(own.flatMap(readImports).map(({ target }) => target))].filter((path) =>
    path.startsWith('src/'),
  )
  assert.ok(taken.length > 0)
  assert.deepEqual(
    taken.filter(
      (path) =>
        !/^src\/(?:contact-fields|contacts\/merge\/rules|dashboard\/pages|lib\/.*|media\/facts\/file-type|messages\/(?:languages|message|en\/\w+)|forms\/fields\/[\w-]+|posts\/(?:fields|tracked-text)|publishing\/states|webhooks\/mapping\/form-value|webhooks\/senders\/(?:registry|shared\/(?:contract|texts))|platforms\/(?:registry|shared\/(?:file-rules|provider)|\w+\/text))(?:\.ts)?$/.test(
          path,
        ),
    ),
    [],
  )
  // Nothing from Node, which would not run in a browser.
  const behind = (path: string): string[] => [
    path,
    ...edges
      .filter(({ file, target }) => file === path && target.startsWith('src/'))
      .flatMap(({ target }) => behind(target)),
  ]
  const all = new Set(taken.flatMap(behind))
  const wrong = edges.filter(({ file, target }) => all.has(file) && !target.startsWith('src/'))
  assert.deepEqual(wrong.map(describeEdge), [])
})

/** The names of the packages behind these imports. */
function packagesOf(imports: Edge[]): Set<string> {
  const names = imports
    .map(({ target }) => target)
    .filter((name) => !/^(?:src|simulators|sdk|web)\/|^node:|^vite\//.test(name))
  return new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string>>

test('the dependencies are the packages that the program imports, no more and no less', () => {
  const used = packagesOf([...edges, ...globSync('simulators/**/*.ts', { cwd: ROOT }).flatMap(readImports)])
  // Loaded by require, when the first post needs it.
  used.add('twitter-text')
  // Only its types: operators who want traces install it.
  used.delete('@opentelemetry/api')
  // Optional: without it pictures are not shrunk. It has a package for each platform.
  assert.ok(used.delete('sharp') && manifest.optionalDependencies!.sharp)
  // Peers of the passkeys package, which npm does not find by itself.
  for (const name of ['@better-auth/core', '@better-auth/utils', '@better-fetch/fetch', 'better-call', 'nanostores']) {
    used.add(name)
  }
  assert.deepEqual([...used].sort(), Object.keys(manifest.dependencies!).sort())
})

test('packages for the dashboard alone are for developers, and are not installed with the program', () => {
  const web = globSync('web/{src/**/*.{ts,tsx},vite.config.ts}', { cwd: ROOT }).map((file) => file.split(sep).join('/'))
  const used = packagesOf(web.flatMap(readImports))
  // A peer of the date picker.
  used.add('dayjs')
  const missing = [...used].filter((name) => !(name in manifest.devDependencies! || name in manifest.dependencies!))
  assert.deepEqual(missing, [])
})

test('one function says how to call Doorpost here, so no message names npm where there is none', () => {
  const named = files.filter((file) => /npm run -s doorpost|npm start/.test(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(named.sort(), ['src/lib/program.ts'])
})

test('only entry points read the environment, and pass it on', () => {
  const readers = files.filter((file) =>
    /\bprocess\s*(?:\.\s*env\b|\[)|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  assert.deepEqual(readers.sort(), ['src/cli.ts', 'src/main.ts'])
})
