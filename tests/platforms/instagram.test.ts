import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentence } from '../../src/messages/sentence.ts'
import { instagram } from '../../src/platforms/instagram/adapter.ts'
import type { Outgoing } from '../../src/platforms/shared/contract.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import { exchangesOf, failureIn, NOW, prepareAll, readDocument, type Service, setStage } from './meta-harness.ts'
import {
  describeConnecting,
  describeErrors,
  describePreparation,
  describeReconciliation,
  describeSending,
} from './meta-rules.ts'

const post: Outgoing = {
  id: 'post-1',
  platform: 'photo',
  altTexts: [],
  links: [],
  mediaType: 'feed_post',
  text: 'Hello',
  mediaUrls: ['https://www.example.com/images/bronz-fonz.jpg'],
  replyControl: null,
}

const service: Service = {
  adapter: instagram,
  accountId: '17841400008460056',
  accessToken: 'IGAAtoken-of-the-account',
  version: 'v25.0',
  clientSecret: 'a1B2C3D4',
  post,
  listedType: 'IMAGE',
  textField: 'caption',
  edges: { create: 'media', publish: 'media_publish', list: 'media' },
  statusField: 'status_code',
  reasonField: 'status',
}

describe('every kind of post is sent as documented', () => {
  const kinds: Array<[document: string, fields: Partial<Outgoing>]> = [
    ['feed-post', { text: '#BronzFonz & friends' }],
    ['reel', { mediaType: 'reel', text: '', mediaUrls: ['https://www.example.com/videos/hungry-fonz.mov'] }],
    [
      'carousel',
      {
        mediaType: 'carousel',
        text: 'Fruit candies',
        mediaUrls: ['https://www.example.com/a.jpg', 'https://www.example.com/b.mp4'],
      },
    ],
  ]
  for (const [document, fields] of kinds) {
    test(document, async (t) => {
      const stage = await setStage(t, service, readDocument(`instagram/${document}`))
      const outgoing = { ...post, ...fields }
      const { result, progress } = await prepareAll(instagram, stage, outgoing)
      assert.equal(result.kind, 'ready')
      const sent = await instagram.send(stage.context, outgoing, progress)
      assert.deepEqual(sent, { kind: 'published', platformId: '17854360229135492' })
      const link = await instagram.permalink(stage.context, '17854360229135492')
      assert.equal(link, 'https://www.instagram.com/p/CyQ0xx1PZzw/')
      stage.finished()
    })
  }
})

describe('why a container failed', () => {
  const reel: Outgoing = { ...post, mediaType: 'reel', mediaUrls: ['https://www.example.com/a.mp4'] }
  const { create, status } = exchangesOf(service)
  const words = (subcode: number) => `Error: Media upload has failed with error code ${subcode}`

  test('a video that Instagram does not accept fails at once: the same file would fail again', async (t) => {
    const stage = await setStage(t, service, [create('1791'), status('1791', 'ERROR', words(2207026))])
    const failure = failureIn((await prepareAll(instagram, stage, reel)).result)
    stage.finished()
    assert.equal(failure.class, 'media_processing')
    assert.equal(failure.platformCode, '2207026')
    assert.match(sentence(failure.message), /video format is not supported/)
  })

  test('a failed download or upload is retried with a new container', async (t) => {
    for (const subcode of [2207003, 2207052, 2207053, 2207077, 2207082]) {
      const failing = [create('1791'), status('1791', 'ERROR', words(subcode))]
      const stage = await setStage(t, service, [...failing, create('1792'), status('1792', 'FINISHED')])
      assert.equal((await prepareAll(instagram, stage, reel)).result.kind, 'ready')
      stage.finished()
    }
  })
})

describe('connecting an account', () => {
  const request = { code: 'AQBx-hBsH3#_', redirectUri: 'https://doorpost.example/callback', codeVerifier: null }

  test('a person approves at the address with the scopes that publishing needs', () => {
    const settings = {
      apiUrl: 'https://graph.instagram.com',
      authorizeUrl: 'https://www.instagram.com/oauth/authorize',
      tokenUrl: 'https://api.instagram.com/oauth/access_token',
      version: 'v25.0',
      clientId: '990602627938098',
      clientSecret: 'secret',
    }
    const wish = { redirectUri: 'https://doorpost.example/callback', state: 'x', codeChallenge: null }
    const url = new URL(instagram.auth.authorizeUrl(settings, wish))
    assert.equal(url.origin + url.pathname, 'https://www.instagram.com/oauth/authorize')
    assert.equal(url.searchParams.get('scope'), 'instagram_business_basic,instagram_business_content_publish')
    assert.equal(url.searchParams.get('response_type'), 'code')
  })

  test('both documented shapes of the answers give the token, the grants and the account', async (t) => {
    for (const [document, scopes] of [
      ['instagram/connect', ['instagram_business_basic', 'instagram_business_content_publish']],
      ['instagram/connect-flat', ['instagram_business_basic']],
    ] as const) {
      const { settings, finished } = await setStage(t, service, readDocument(document))
      const tokens = await instagram.auth.exchangeCode(platformHttp, settings, request, new Date(NOW))
      assert.equal(tokens.accessToken, 'IGlong')
      assert.deepEqual(tokens.scopes, scopes)
      assert.equal(tokens.expiresAt?.getTime(), NOW + 5_183_944_000)
      const [profile] = await instagram.auth.profiles(platformHttp, settings, tokens.accessToken)
      // Not `id`, which is the person's id inside the app.
      assert.equal(profile?.id, '17841400008460056')
      assert.equal(profile?.handle, 'bronz')
      const refreshed = await instagram.auth.refresh!(platformHttp, settings, tokens, new Date(NOW))
      assert.equal(refreshed.accessToken, 'IGlonger')
      finished()
    }
  })
})

describeErrors(service, 'instagram/errors')
describePreparation(service)
describeSending(service)
describeReconciliation(service)
describeConnecting(service)
