import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT, stage } from './stage.ts'

const SOURCES = join(ROOT, 'packaging/debian')
const LIB = 'usr/lib/doorpost'
const DOC = 'usr/share/doc/doorpost'
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

export interface DebianOptions {
  /** xz level: 0 is fast, 9 is small. */
  compression: number
}

/** Builds the package and returns its path. The build is reproducible: it does not depend on the time. */
export async function buildDebianPackage(folder: string, { compression }: DebianOptions): Promise<string> {
  const architecture = ARCHITECTURES[process.arch]
  if (process.platform !== 'linux' || architecture === undefined) {
    throw new Error(
      `A Debian package for ${process.platform} ${process.arch} cannot be built. Use Linux on x64 or arm64.`,
    )
  }
  const { version } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const date = releaseDate()
  const tree = join(folder, 'tree')
  fs.rmSync(tree, { recursive: true, force: true })
  await stage(join(tree, LIB), { withPostgres: true })
  tidyPackages(join(tree, LIB))
  addNode(tree)
  addFiles(tree, version, date)
  addControl(tree, { version, architecture })
  const file = join(folder, `doorpost_${version}-1_${architecture}.deb`)
  buildArchive(tree, file, { compression, date })
  return file
}

/** Uses another name until it is complete, so that an interrupted build leaves nothing that looks like a package. */
export function buildArchive(tree: string, file: string, { compression, date }: DebianOptions & { date: Date }): void {
  const draft = `${file}.new`
  const words = ['--root-owner-group', '-Zxz', `-z${compression}`, '--threads-max=1', '--build', tree, draft]
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1_000) }
  execFileSync('dpkg-deb', words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  fs.renameSync(draft, file)
}

/** Date of the newest release in CHANGELOG.md, used instead of the build time. */
function releaseDate(): Date {
  const found = /^## \d+\.\d+\.\d+, (\d{4}-\d{2}-\d{2})$/m.exec(fs.readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))
  if (found === null) throw new Error('CHANGELOG.md has no release with a date.')
  return new Date(`${found[1]}T00:00:00Z`)
}

/**
 * Removes executable bits: only usr/bin/doorpost starts Doorpost, with the right Node. Scripts would look for another
 * one.
 */
function tidyPackages(lib: string): void {
  // A folder may be named like a script: node_modules/ipaddr.js.
  const files = allPaths(lib).filter((path) => fs.lstatSync(path).isFile())
  for (const path of files.filter((each) => /\.[cm]?js$/.test(each))) fs.chmodSync(path, 0o644)
}

/** Debian's Node is older than Doorpost needs. */
function addNode(tree: string): void {
  const source = dirname(dirname(fs.realpathSync(process.execPath)))
  copy(process.execPath, join(tree, LIB, 'node'), 0o755)
  copy(join(source, 'LICENSE'), join(tree, LIB, 'LICENSE.node'))
}

function addFiles(tree: string, version: string, date: Date): void {
  const maintainer = maintainerLine()
  copy(join(SOURCES, 'doorpost'), join(tree, 'usr/bin/doorpost'), 0o755)
  copy(join(ROOT, 'packaging/systemd/doorpost.service'), join(tree, 'lib/systemd/system/doorpost.service'))
  copy(join(SOURCES, 'doorpost.env'), join(tree, 'etc/doorpost/doorpost.env'), 0o640)
  copy(join(SOURCES, 'copyright'), join(tree, DOC, 'copyright'))
  copy(join(SOURCES, 'lintian-overrides'), join(tree, 'usr/share/lintian/overrides/doorpost'))
  const manual = fill(fs.readFileSync(join(SOURCES, 'doorpost.1'), 'utf8'), {
    DATE: date.toISOString().slice(0, 10),
    VERSION: version,
  })
  write(join(tree, 'usr/share/man/man1/doorpost.1.gz'), compress(manual))
  write(join(tree, DOC, 'changelog.gz'), compress(fs.readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')))
  const signed = date.toUTCString().replace('GMT', '+0000')
  const entry = `doorpost (${version}-1) stable; urgency=medium\n\n  * Doorpost ${version}: see changelog.gz.\n\n -- ${maintainer}  ${signed}\n`
  write(join(tree, DOC, 'changelog.Debian.gz'), compress(entry))
}

function addControl(tree: string, facts: { version: string; architecture: string }): void {
  const control = join(tree, 'DEBIAN')
  const files = allPaths(tree).filter((path) => fs.lstatSync(path).isFile())
  const sums = files.map((path) => `${digest(path)}  ${relative(tree, path)}\n`).sort()
  const kilobytes = files.reduce((sum, path) => sum + Math.ceil(fs.lstatSync(path).size / 1024), 0)
  const text = fill(fs.readFileSync(join(SOURCES, 'control'), 'utf8'), {
    VERSION: facts.version,
    ARCHITECTURE: facts.architecture,
    MAINTAINER: maintainerLine(),
    INSTALLED_SIZE: String(kilobytes),
  })
  write(join(control, 'control'), text)
  write(join(control, 'md5sums'), sums.join(''))
  write(join(control, 'conffiles'), '/etc/doorpost/doorpost.env\n')
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm']) copy(join(SOURCES, name), join(control, name), 0o755)
}

/** In the form that Debian's tools expect. */
function maintainerLine(): string {
  const { DEBFULLNAME = 'The Doorpost authors', DEBEMAIL = 'maintainers@doorpost.example.org' } = process.env
  return `${DEBFULLNAME} <${DEBEMAIL}>`
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/@([A-Z_]+)@/g, (whole, name: string) => values[name] ?? whole)
}

/** gzip(1) would add a timestamp. */
function compress(text: string): Buffer {
  return gzipSync(text, { level: 9 })
}

function digest(path: string): string {
  return createHash('md5').update(fs.readFileSync(path)).digest('hex')
}

/** All paths below the folder, each folder after its contents. */
function allPaths(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .reverse()
}

function copy(from: string, to: string, mode = 0o644): void {
  write(to, fs.readFileSync(from), mode)
}

function write(path: string, content: string | Buffer, mode = 0o644): void {
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  fs.writeFileSync(path, content)
  fs.chmodSync(path, mode)
}
