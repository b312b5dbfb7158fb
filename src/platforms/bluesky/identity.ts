import { withoutEndSlash } from '../../lib/text/text.ts'
import { message } from '../../messages/message.ts'
import { isSuccess } from '../shared/answers.ts'
import { AuthError, type Http, type PlatformSettings } from '../shared/contract.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'
import { isHandle } from './text.ts'
import { methodUrl } from './xrpc.ts'

// https://atproto.com/specs/handle, https://atproto.com/specs/did: the handle leads to a DID, whose document names
// the PDS and the handle. Both must agree.

interface Identity {
  did: string
  pdsUrl: string
}

export const DID = /^did:(?:plc:[a-z2-7]{24}|web:[a-zA-Z0-9.:%-]{1,200})$/
const WEB_HOST = /^did:web:([a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+)$/

export function handleOf(name: string): string {
  return name.replace(/^@/, '').toLowerCase()
}

/** `name` is a handle or a DID. */
export async function findIdentity(http: Http, settings: PlatformSettings, name: string): Promise<Identity> {
  const handle = handleOf(name)
  if (!DID.test(name) && !isHandle(handle)) {
    throw new AuthError(message('bluesky.not_handle', { name }))
  }
  const did = DID.test(name) ? name : await resolveHandle(http, settings, handle)
  const document = await readDocument(http, settings, did)
  if (!DID.test(name)) {
    const names = listOf(document.alsoKnownAs).map((each) => String(each).toLowerCase())
    if (!names.includes(`at://${handle}`)) {
      throw new AuthError(message('bluesky.handle_moved', { handle }))
    }
  }
  return { did, pdsUrl: pdsOf(document, did) }
}

async function resolveHandle(http: Http, settings: PlatformSettings, handle: string): Promise<string> {
  const url = methodUrl(settings, 'com.atproto.identity.resolveHandle')
  const answer = await http({ method: 'GET', url, query: { handle } })
  const did = textOf(fieldsOf(answer.json).did)
  if (isSuccess(answer) && did !== null && DID.test(did)) return did
  const { host } = new URL(settings.apiUrl)
  if (answer.status === 400 || answer.status === 404) {
    throw new AuthError(message('bluesky.no_such_handle', { host, handle }))
  }
  throw new Error(`${host} did not resolve a handle (status ${answer.status})`)
}

async function readDocument(http: Http, settings: PlatformSettings, did: string): Promise<Record<string, unknown>> {
  const answer = await http({ method: 'GET', url: documentUrl(settings, did) })
  const document = fieldsOf(answer.json)
  if (isSuccess(answer) && document.id === did) return document
  if (answer.status === 404 || answer.status === 410) {
    throw new AuthError(message('bluesky.no_such_account', { did }))
  }
  throw new Error(`The document of ${did} cannot be read (status ${answer.status})`)
}

function documentUrl({ directoryUrl }: PlatformSettings, did: string): string {
  if (did.startsWith('did:plc:') && directoryUrl !== undefined) return `${directoryUrl}/${did}`
  const host = WEB_HOST.exec(did)?.[1]
  if (host === undefined) throw new AuthError(message('bluesky.not_looked_up', { did }))
  return `https://${host}/.well-known/did.json`
}

function pdsOf(document: Record<string, unknown>, did: string): string {
  const service = listOf(document.service)
    .map(fieldsOf)
    .find(({ id, type }) => /^(?:did:.+)?#atproto_pds$/.test(String(id)) && type === 'AtprotoPersonalDataServer')
  const url = URL.parse(textOf(service?.serviceEndpoint) ?? '')
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new AuthError(message('bluesky.no_pds', { did }))
  }
  return withoutEndSlash(url.origin + url.pathname)
}
