import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type pg from 'pg'
import { SetupError } from '../../lib/problem.ts'

interface UrlConnection {
  connection: pg.ClientConfig
  /** The same without encryption, for sslmode=prefer and a server without TLS; otherwise null. */
  plain: pg.ClientConfig | null
}

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const
type SslMode = (typeof MODES)[number]

/** sslmode has libpq's meaning; the driver would treat every mode as verify-full. Messages never show the URL. */
export function readConnectionUrl(url: string, setting: string): UrlConnection {
  const [address = '', query = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const take = (name: string) => {
    const value = parameters.get(name)
    parameters.delete(name)
    return value || null
  }
  const mode = readMode(take('sslmode'), setting)
  const rootCert = take('sslrootcert')
  const files = { cert: take('sslcert'), key: take('sslkey') }
  const rest = parameters.toString()
  const connectionString = rest === '' ? address : `${address}?${rest}`
  if (mode === null && rootCert === null && files.cert === null)
    return { connection: { connectionString }, plain: null }
  if (mode === 'disable') return { connection: { connectionString, ssl: false }, plain: null }
  const read = (name: string, file: string | null) => (file === null ? null : readPem(file, `${setting}: ${name}`))
  const ca = rootCert === 'system' ? null : read('sslrootcert', rootCert)
  if (mode === 'verify-ca' && ca === null) {
    throw new SetupError(`${setting}: sslmode=verify-ca needs sslrootcert=FILE with the certificate of the authority.`)
  }
  const ssl: ConnectionOptions = { ...checksOf(mode ?? 'prefer', rootCert !== null), ...(ca ? { ca } : {}) }
  const [cert, key] = [read('sslcert', files.cert), read('sslkey', files.key)]
  if (cert) ssl.cert = cert
  if (key) ssl.key = key
  const mayBePlain = mode === null || mode === 'prefer' || mode === 'allow'
  return { connection: { connectionString, ssl }, plain: mayBePlain ? { connectionString, ssl: false } : null }
}

function readMode(text: string | null, setting: string): SslMode | null {
  if (text === null || (MODES as readonly string[]).includes(text)) return text as SslMode | null
  throw new SetupError(`${setting}: sslmode must be one of ${MODES.join(', ')}.`)
}

/** https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
function checksOf(mode: SslMode, hasRootCert: boolean): ConnectionOptions {
  switch (mode) {
    case 'verify-full':
      return {}
    case 'verify-ca':
      return { checkServerIdentity: () => undefined }
    case 'require':
      // libpq verifies the certificate if it has an authority.
      return hasRootCert ? { checkServerIdentity: () => undefined } : { rejectUnauthorized: false }
    default:
      return { rejectUnauthorized: false }
  }
}

function readPem(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SetupError(`${name}: the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
