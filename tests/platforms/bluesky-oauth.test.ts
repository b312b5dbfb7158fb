import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blueskyAuth } from '../../src/platforms/bluesky/auth.ts'
import { findIdentity } from '../../src/platforms/bluesky/identity.ts'
import { createClient, findApprovalServer } from '../../src/platforms/bluesky/oauth.ts'
import { PROVIDERS } from '../../src/platforms/registry.ts'
import { serviceSettings } from '../../src/platforms/settings.ts'
import { redact } from '../../src/platforms/shared/answers.ts'
import { withinTime } from '../../src/platforms/shared/client.ts'
import {
  AuthError,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  TransportError,
} from '../../src/platforms/shared/contract.ts'
import { createProofKey, withProofs } from '../../src/platforms/shared/dpop.ts'
import { createPlatformAccess, type PlatformAccessOptions } from '../../src/publishing/platform-access.ts'
import { NOW } from './upload-harness.ts'

const byProvider = Object.fromEntries(PROVIDERS.map((name) => [name, {}])) as PlatformAccessOptions['apps']
const DID = 'did:plc:aaaabbbbccccddddeeeeffff'
const settings = serviceSettings('bluesky', null)

const answerOf = (status: number, json: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: new Headers(headers),
  text: JSON.stringify(json),
  json,
})

/** Answers by URL without its query; 404 for others. */
const webOf =
  (pages: Record<string, unknown>): Http =>
  async ({ url }) =>
    url in pages ? answerOf(200, pages[url]) : answerOf(404, {})

const claimsOf = (request: HttpRequest) =>
  JSON.parse(Buffer.from(request.headers!.dpop!.split('.')[1]!, 'base64url').toString())

describe('a proof', () => {
  const refusal = (nonce: string) =>
    answerOf(
      401,
      { error: 'use_dpop_nonce' },
      { 'dpop-nonce': nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' },
    )
  const script = async (answers: HttpAnswer[]) => {
    const seen: HttpRequest[] = []
    const http: Http = async (request) => {
      seen.push(request)
      return answers[seen.length - 1]!
    }
    return { seen, proven: withProofs(http, await createProofKey(), () => NOW) }
  }
  const request: HttpRequest = {
    method: 'POST',
    url: 'https://pds.example.com/xrpc/a.b?c=d#e',
    headers: { authorization: 'Bearer the-token' },
    json: { text: 'Hello' },
  }

  test('names the request and the token, and is always different', async () => {
    const { seen, proven } = await script([answerOf(200, {}), answerOf(200, {})])
    await proven(request)
    await proven(request)
    const [first, second] = seen.map(claimsOf)
    const { htm, htu, iat, ath, nonce } = first
    assert.deepEqual(
      { htm, htu, iat, nonce },
      { htm: 'POST', htu: 'https://pds.example.com/xrpc/a.b', iat: NOW.getTime() / 1000, nonce: undefined },
    )
    assert.equal(ath.length, 43)
    assert.notEqual(first.jti, second.jti)
    assert.equal(seen[0]!.headers!.authorization, 'DPoP the-token')
    assert.deepEqual(seen[0]!.json, request.json)
    const header = JSON.parse(Buffer.from(seen[0]!.headers!.dpop!.split('.')[0]!, 'base64url').toString())
    assert.deepEqual(Object.keys(header.jwk).sort(), ['crv', 'kty', 'x', 'y'])
  })

  test('is repeated once with the nonce of the server, which later ones use from the beginning', async () => {
    const { seen, proven } = await script([
      refusal('one'),
      answerOf(200, {}),
      answerOf(200, {}, { 'dpop-nonce': 'two' }),
    ])
    assert.equal((await proven(request)).status, 200)
    await proven(request)
    assert.deepEqual(
      seen.map((each) => claimsOf(each).nonce),
      [undefined, 'one', 'one'],
    )
    assert.ok(seen[1]!.timeoutMs! <= 30_000)
  })

  test('is not repeated twice, nor for another refusal', async () => {
    const twice = await script([refusal('one'), refusal('two')])
    assert.equal((await twice.proven(request)).status, 401)
    assert.equal(twice.seen.length, 2)
    for (const answer of [
      answerOf(401, { error: 'invalid_token' }, { 'dpop-nonce': 'one' }),
      answerOf(401, { error: 'use_dpop_nonce' }),
      answerOf(500, { error: 'use_dpop_nonce' }, { 'dpop-nonce': 'one' }),
    ]) {
      const once = await script([answer])
      assert.equal((await once.proven(request)).status, answer.status)
      assert.equal(once.seen.length, 1)
    }
  })

  test('for another server does not have its nonce', async () => {
    const { seen, proven } = await script([answerOf(200, {}, { 'dpop-nonce': 'one' }), answerOf(200, {})])
    await proven(request)
    await proven({ ...request, url: 'https://other.example.com/xrpc/a.b' })
    assert.equal(claimsOf(seen[1]!).nonce, undefined)
  })

  test('is not repeated when the time of the request is over: nothing was sent then', async () => {
    const http: Http = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return refusal('one')
    }
    const proven = withProofs(http, await createProofKey(), () => NOW)
    await assert.rejects(
      proven({ ...request, timeoutMs: 10 }),
      (error) => error instanceof TransportError && !error.sent,
    )
  })

  test('and its token are not in the stored answer', () => {
    assert.equal(redact('authorization: DPoP abcdefghijkl', []), 'authorization: DPoP [removed]')
    assert.equal(redact('client_assertion=abc.def', []), 'client_assertion=[removed]')
  })
})

describe('an account', () => {
  const RESOLVE = 'https://bsky.social/xrpc/com.atproto.identity.resolveHandle'
  const pds = (serviceEndpoint: unknown, id = '#atproto_pds') => [
    { id: '#other', type: 'Other', serviceEndpoint: 'https://other.example.com' },
    { id, type: 'AtprotoPersonalDataServer', serviceEndpoint },
  ]
  const document = (more = {}) => ({
    id: DID,
    alsoKnownAs: ['at://name.example.com'],
    service: pds('https://pds.example.com/'),
    ...more,
  })
  const find = (name: string, found: unknown) =>
    findIdentity(webOf({ [RESOLVE]: { did: DID }, [`https://plc.directory/${DID}`]: found }), settings, name)

  test('is found by its handle or its DID', async () => {
    const expected = { did: DID, pdsUrl: 'https://pds.example.com' }
    assert.deepEqual(await find('name.example.com', document()), expected)
    assert.deepEqual(await find('@Name.Example.com', document()), expected)
    assert.deepEqual(await find(DID, document({ alsoKnownAs: [] })), expected)
    assert.deepEqual(
      await find(DID, document({ service: pds('https://pds.example.com', `${DID}#atproto_pds`) })),
      expected,
    )
  })

  test('on its own web server is looked up there', async () => {
    const did = 'did:web:name.example.com'
    const web = webOf({ 'https://name.example.com/.well-known/did.json': { ...document(), id: did } })
    assert.equal((await findIdentity(web, settings, did)).did, did)
    for (const wrong of ['did:web:localhost', 'did:web:name.example.com:path', 'did:web:127.0.0.1%3A80']) {
      await assert.rejects(findIdentity(web, settings, wrong), AuthError)
    }
  })

  test('that does not own the handle is refused, and so is one without a PDS', async () => {
    for (const [found, words] of [
      [document({ alsoKnownAs: ['at://other.example.com'] }), /no longer uses this handle/],
      [document({ alsoKnownAs: 'at://name.example.com' }), /no longer uses this handle/],
      [document({ service: [] }), /names no PDS/],
      [document({ service: pds('javascript:alert(1)') }), /names no PDS/],
      [document({ service: pds('https://user:word@pds.example.com') }), /names no PDS/],
      [document({ service: pds(42) }), /names no PDS/],
    ] as const) {
      await assert.rejects(find('name.example.com', found), (error: Error) => {
        assert.ok(error instanceof AuthError)
        assert.match(error.message, words)
        return true
      })
    }
    // A document for another id is a fault of the directory, not of the person.
    await assert.rejects(find(DID, document({ id: 'did:plc:zzzzbbbbccccddddeeeeffff' })), /cannot be read/)
  })
})

describe('an authorization server', () => {
  const PDS = 'https://pds.example.com'
  const AS = 'https://auth.example.com'
  const facts = {
    issuer: AS,
    pushed_authorization_request_endpoint: `${AS}/par`,
    authorization_endpoint: `${AS}/authorize`,
    token_endpoint: `${AS}/token`,
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['ES256'],
    scopes_supported: ['atproto'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
  const find = (more: object, servers: unknown = [AS]) =>
    findApprovalServer(
      webOf({
        [`${PDS}/.well-known/oauth-protected-resource`]: { resource: PDS, authorization_servers: servers },
        [`${AS}/.well-known/oauth-authorization-server`]: { ...facts, ...more },
      }),
      PDS,
    )

  test('may differ from the PDS', async () => {
    assert.deepEqual(await find({}), {
      issuer: AS,
      pushUrl: `${AS}/par`,
      authorizeUrl: `${AS}/authorize`,
      tokenUrl: `${AS}/token`,
    })
  })

  const WRONG: Array<[what: string, more: object, servers?: unknown]> = [
    ['speaks for another', { issuer: 'https://other.example.com' }],
    ['sends browsers to an address without TLS', { authorization_endpoint: 'http://auth.example.com/authorize' }],
    ['sends browsers to a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['takes no announced requests', { pushed_authorization_request_endpoint: undefined }],
    ['does not say who answers', { authorization_response_iss_parameter_supported: false }],
    ['does not bind access to keys', { dpop_signing_alg_values_supported: [] }],
    ['reads no documents of apps', { client_id_metadata_document_supported: undefined }],
    ['is not named', {}, []],
    ['is one of two', {}, [AS, 'https://second.example.com']],
    ['is not an address', {}, ['auth']],
  ]
  for (const [what, more, servers] of WRONG) {
    test(`is refused when it ${what}`, async () => {
      await assert.rejects(
        find(more, servers),
        (error) => error instanceof AuthError && /app password/.test(error.message),
      )
    })
  }
})

test('access is renewed ten minutes before it expires, or halfway if it is shorter', async () => {
  const session = {
    key: await createProofKey(),
    serviceUrl: '',
    issuer: '',
    tokenUrl: '',
    accountId: DID,
    clientId: '',
  }
  for (const [minutes, after] of [
    [60, 50],
    [20, 10],
    [5, 2.5],
  ] as const) {
    const expiresAt = new Date(NOW.getTime() + minutes * 60_000)
    const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt, refreshExpiresAt: null, scopes: [], session }
    assert.equal(blueskyAuth.refreshAfter(tokens, NOW)!.getTime(), NOW.getTime() + after * 60_000)
  }
})

describe('looking up an account', () => {
  test('has one time limit for all its requests', async () => {
    const seen: number[] = []
    const http = withinTime(async ({ timeoutMs }) => {
      seen.push(timeoutMs!)
      await new Promise((resolve) => setTimeout(resolve, 15))
      return answerOf(200, {})
    }, 30)
    for (const timeoutMs of [5, 1_000, 1_000, 1_000])
      await http({ method: 'GET', url: 'https://example.com', timeoutMs })
    assert.equal(seen[0], 5)
    assert.ok(seen[1]! <= 15 && seen.at(-1) === 1, String(seen))
  })

  const options = {
    apps: byProvider,
    apiVersions: {},
    allowPrivateNetworks: false,
    now: Date.now,
    findSavedApp: async () => null,
  }
  const refused = (url: string, sandboxUrl: string | null) =>
    assert.rejects(
      createPlatformAccess({ ...options, sandboxUrl }).lookUpHttp({ method: 'GET', url }),
      (error) => error instanceof TransportError && !error.sent,
    )

  test('reaches no private address and nothing without TLS, whatever a document names', async () => {
    for (const url of [
      'https://127.0.0.1/',
      'https://169.254.169.254/',
      'https://[::1]/',
      'http://192.0.2.1/',
      'https://localhost/',
    ]) {
      await refused(url, null)
    }
  })

  test('stays on this machine in the sandbox', async () => {
    for (const url of ['https://pds.example.com/', 'http://127.0.0.1:2/']) await refused(url, 'http://127.0.0.1:1')
  })
})

test('the app is a document at a public address, and describes itself on this machine', async () => {
  const open = await createClient('https://example.com/post/connect/callback')
  assert.equal(open.clientId, 'https://example.com/post/connect/bluesky/app.json')
  const local = await createClient('http://127.0.0.1:3000/connect/callback')
  const { origin, pathname, searchParams } = new URL(local.clientId)
  assert.deepEqual([origin, pathname, local.clientSecret], ['http://localhost', '/', ''])
  assert.equal(searchParams.get('redirect_uri'), 'http://127.0.0.1:3000/connect/callback')
  assert.equal(searchParams.get('scope'), 'atproto transition:generic')
  for (const base of [
    'http://localhost:3000',
    'http://doorpost.lan',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'https://localhost',
  ]) {
    await assert.rejects(createClient(`${base}/connect/callback`), /at 127\.0\.0\.1.*app password/)
  }
})
