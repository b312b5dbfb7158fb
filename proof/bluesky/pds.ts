import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs the PDS that is installed in the folder given as the first argument, configured by PDS_* variables. Requests to
// APP_HOST go to APP_URL, so that an app with a public name can be tried offline.

interface PdsModule {
  PDS: { create(config: unknown, secrets: unknown): Promise<{ start(): Promise<unknown> }> }
  readEnv(): unknown
  envToCfg(env: unknown): unknown
  envToSecrets(env: unknown): unknown
}

const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const request = new Request(input, init)
  const { host, pathname } = new URL(request.url)
  return host === process.env.APP_HOST ? fetch(process.env.APP_URL + pathname) : fetch(request)
}

const folder = process.argv[2]!
const path = createRequire(join(folder, 'package.json')).resolve('@atproto/pds')
const { PDS, readEnv, envToCfg, envToSecrets } = (await import(pathToFileURL(path).href)) as PdsModule
const env = readEnv()
await (await PDS.create(envToCfg(env), envToSecrets(env))).start()
process.stdout.write('ready\n')
