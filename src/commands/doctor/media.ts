import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { hasAccountOf } from '../../connections/store.ts'
import { createSafeFetch } from '../../lib/net/safe-fetch.ts'
import { fetchProblem, findFetchProblem, findStoreProblem } from '../../media/diagnose.ts'
import { CONTENT_TYPES } from '../../media/facts/file-type.ts'
import type { TakenType } from '../../media/facts/soundness.ts'
import { FILES_PATH } from '../../media/own-url.ts'
import { findNewest } from '../../media/store.ts'
import { createS3Store } from '../../media/stores/s3.ts'
import { sentence } from '../../messages/sentence.ts'
import { PROFILES } from '../../platforms/registry.ts'
import { about, type Check } from './check.ts'
import { findExisting } from './machine.ts'

const { fail, hint, ok, warn } = about('media')

/** Checks that files can be stored, and that networks can fetch those that they fetch themselves. */
export const checkMedia: Check = async ({ config, tables }) => {
  const { baseUrl, sandbox, dataDir } = config
  const { s3 } = config.media
  const where = s3 === null ? join(dataDir, 'media') : `the bucket ${s3.bucket} at ${s3.endpoint}`
  if (s3 !== null) {
    const problem = await findStoreProblem(createS3Store(s3, Date.now))
    const remedy = 'Check S3_ENDPOINT and its companions, and what the key may do.'
    if (problem !== null) return fail(`files cannot be stored in ${where}. ${problem} ${remedy}`)
  }
  const code = s3 === null ? await findWriteProblem(where) : null
  if (code !== null) {
    const remedy = 'Give the folder to the account that runs Doorpost, or mount its disk writable.'
    return fail(`files cannot be stored in ${where} (${code}). ${remedy}`)
  }
  const stored = ok(`uploaded files are in ${where}`)
  const unfetchable = fetchProblem({ baseUrl, s3Endpoint: s3?.endpoint ?? null, isSandbox: sandbox })
  // Only matters if an account is on a network that fetches files.
  if (unfetchable !== null) {
    const fetching = PROFILES.filter(({ media }) => !media.uploaded).map(({ name }) => name)
    const isNeeded = tables !== null && (await hasAccountOf(tables, fetching))
    const remedy = s3 === null ? ' Set BASE_URL, or S3_ENDPOINT and its companions: see docs/how-to/media.md.' : ''
    return [...stored, ...(isNeeded ? warn : hint)(`${sentence(unfetchable)}${remedy}`)]
  }
  if (s3 !== null || sandbox) return stored
  const newest = tables && (await findNewest(tables))
  const known = newest && { file: newest.file, contentType: CONTENT_TYPES[newest.type as TakenType] }
  const seen = await findFetchProblem(createSafeFetch({ anyPort: true }), baseUrl, known)
  return [...stored, ...(seen === null ? ok(`files can be fetched at ${baseUrl}${FILES_PATH}`) : warn(seen))]
}

async function findWriteProblem(folder: string): Promise<string | null> {
  const right = constants.W_OK | constants.X_OK
  return access(await findExisting(folder), right).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
}
