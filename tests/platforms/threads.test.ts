import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentence } from '../../src/messages/sentence.ts'
import type { MediaFile, Outgoing } from '../../src/platforms/shared/contract.ts'
import { threads } from '../../src/platforms/threads/adapter.ts'
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
  platform: 'thread',
  altTexts: [],
  links: [],
  mediaType: 'text',
  text: 'Hello',
  mediaUrls: [],
  replyControl: 'everyone',
}

const service: Service = {
  adapter: threads,
  accountId: '17841405793187218',
  accessToken: 'THAAtoken-of-the-account',
  version: 'v1.0',
  clientSecret: 'a1b2C3D4',
  post,
  listedType: 'TEXT_POST',
  textField: 'text',
  edges: { create: 'threads', publish: 'threads_publish', list: 'threads' },
  statusField: 'status',
  reasonField: 'error_message',
}

describe('every kind of post is sent as documented', () => {
  const kinds: Record<string, Partial<Outgoing>> = {
    text: { text: 'Hello & welcome: 50 % off #sale 🎉', replyControl: 'accounts_you_follow' },
    image: { text: '#BronzFonz', mediaUrls: ['https://www.example.com/images/bronz-fonz.jpg'] },
    video: {
      text: '',
      mediaUrls: ['https://www.example.com/videos/tour.mp4?v=2'],
      altTexts: [],
      links: [],
      replyControl: 'mentioned_only',
    },
    carousel: {
      text: 'Three at once',
      mediaUrls: [
        'https://www.example.com/a.PNG',
        'https://www.example.com/b.mov',
        'https://www.example.com/download?id=7',
      ],
    },
  }
  for (const [mediaType, fields] of Object.entries(kinds)) {
    test(mediaType, async (t) => {
      const opened: string[] = []
      const openMedia = async (url: string): Promise<MediaFile> => {
        opened.push(url)
        return { type: 'video/mp4', bytes: 1, read: async () => new Uint8Array() }
      }
      const stage = await setStage(t, service, readDocument(`threads/${mediaType}`), { openMedia })
      const outgoing = { ...post, mediaType, ...fields }
      const { result, progress } = await prepareAll(threads, stage, outgoing)
      assert.equal(result.kind, 'ready')
      const sent = await threads.send(stage.context, outgoing, progress)
      assert.deepEqual(sent, { kind: 'published', platformId: '18012345678901234' })
      const link = await threads.permalink(stage.context, '18012345678901234')
      assert.equal(link, 'https://www.threads.net/@jayposiris/post/CyQ0xx1PZzw')
      stage.finished()
      // Only files without a known extension are opened.
      assert.deepEqual(opened, mediaType === 'carousel' ? ['https://www.example.com/download?id=7'] : [])
    })
  }
})

describe('why a container failed', () => {
  const video: Outgoing = { ...post, mediaType: 'video', mediaUrls: ['https://www.example.com/a.mp4'] }
  const { create, status } = exchangesOf(service)

  for (const [reason, words] of [
    ['INVALID_ASPEC_RATIO', 'shape'],
    ['INVALID_BIT_RATE', 'bit rate'],
    ['INVALID_DURATION', 'too long'],
    ['INVALID_FRAME_RATE', 'frame rate'],
    ['INVALID_AUDIO_CHANNELS', 'mono or stereo'],
    ['INVALID_AUDIO_CHANNEL_LAYOUT', 'mono or stereo'],
  ] as const) {
    test(`${reason} fails at once: the same file would fail again`, async (t) => {
      const stage = await setStage(t, service, [create('1791'), status('1791', 'ERROR', reason)])
      const failure = failureIn((await prepareAll(threads, stage, video)).result)
      stage.finished()
      assert.equal(failure.class, 'media_processing')
      assert.equal(failure.platformCode, reason)
      assert.ok(sentence(failure.message).includes(words), sentence(failure.message))
    })
  }

  for (const reason of ['FAILED_DOWNLOADING_VIDEO', 'FAILED_PROCESSING_AUDIO', 'FAILED_PROCESSING_VIDEO', 'UNKNOWN']) {
    test(`${reason} is tried again with a new container`, async (t) => {
      const exchanges = [create('1791'), status('1791', 'ERROR', reason), create('1792'), status('1792', 'FINISHED')]
      const stage = await setStage(t, service, exchanges)
      assert.equal((await prepareAll(threads, stage, video)).result.kind, 'ready')
      stage.finished()
    })
  }
})

describe('connecting an account', () => {
  test('a person approves at the address with the scopes that publishing needs', () => {
    const settings = {
      apiUrl: 'https://graph.threads.net',
      authorizeUrl: 'https://www.threads.net/oauth/authorize',
      tokenUrl: 'https://graph.threads.net/oauth/access_token',
      version: 'v1.0',
      clientId: '990602627938098',
      clientSecret: 'secret',
    }
    const request = { redirectUri: 'https://doorpost.example/callback', state: 's t', codeChallenge: null }
    const url = new URL(threads.auth.authorizeUrl(settings, request))
    assert.equal(url.origin + url.pathname, 'https://www.threads.net/oauth/authorize')
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      client_id: '990602627938098',
      redirect_uri: 'https://doorpost.example/callback',
      scope: 'threads_basic,threads_content_publish',
      response_type: 'code',
      state: 's t',
    })
    assert.equal(threads.auth.usesPkce, false)
  })

  test('a code becomes a token of 60 days, the account is named, and the token is refreshed', async (t) => {
    const { settings, finished } = await setStage(t, service, readDocument('threads/connect'))
    const request = { code: 'AQBx-hBsH3#_', redirectUri: 'https://doorpost.example/callback', codeVerifier: null }
    const tokens = await threads.auth.exchangeCode(platformHttp, settings, request, new Date(NOW))
    assert.deepEqual(tokens, {
      accessToken: 'THlong',
      expiresAt: new Date(NOW + 5_183_944_000),
      refreshToken: null,
      refreshExpiresAt: null,
      scopes: ['threads_basic', 'threads_content_publish'],
    })
    const profiles = await threads.auth.profiles(platformHttp, settings, tokens.accessToken)
    assert.deepEqual(profiles, [{ id: '17841405793187218', handle: 'jayposiris', name: 'Jay', kind: 'member' }])
    const later = new Date(NOW + 30 * 86_400_000)
    const refreshed = await threads.auth.refresh!(platformHttp, settings, tokens, later)
    finished()
    assert.equal(refreshed.accessToken, 'THlonger')
    assert.equal(refreshed.expiresAt?.getTime(), later.getTime() + 5_183_944_000)
    assert.deepEqual(refreshed.scopes, tokens.scopes)
  })
})

describeErrors(service, 'threads/errors')
describePreparation(service)
describeSending(service)
describeReconciliation(service)
describeConnecting(service)
