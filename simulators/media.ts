import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readMediaFacts } from './media/facts.ts'
import { makeGif, makeJpeg, makePng } from './media/images.ts'
import { makeMp4 } from './media/mp4.ts'
import { makePdf } from './media/pdf.ts'
import type { World } from './state/world.ts'

// A tiny media server under `/media/`, for tests and the sandbox: any name with a known ending is made on the spot.
//   /media/photo.jpg?width=1080&height=1080&hue=200     /media/clip.mp4?seconds=10     /media/slides.pdf?pages=8
//   type=…   another Content-Type      status=…  another status        bytes=…  padded to this size
//   block=…  403 for agents with this in their name     slow_ms=…  waits before it answers

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
}
const MAX_SIDE = 4096
const MAX_SECONDS = 3600
const MAX_PAGES = 1000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_CACHED = 200

/** Silence: MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
const MP3_FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])

const cache = new Map<string, Buffer>()

export async function serveMedia(
  world: World,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume()
  const blocked = url.searchParams.get('block')
  if (blocked && (request.headers['user-agent'] ?? '').includes(blocked)) return refuse(response, 403)
  const slow = Number(url.searchParams.get('slow_ms') ?? 0)
  if (slow > 0) await waitFor(slow, response)
  const upload = /^\/media\/uploads\/([0-9a-f]+)$/.exec(url.pathname)?.[1]
  if (upload !== undefined) {
    const blob = world.blobs.get(upload)
    if (!blob) return refuse(response, 404)
    const bytes = Buffer.from(blob.base64, 'base64')
    return serve(request, response, bytes, readMediaFacts(bytes)?.type ?? 'application/octet-stream', 200)
  }
  const ending = /\.([a-z0-9]+)$/.exec(url.pathname)?.[1] ?? ''
  const type = TYPES[ending]
  if (type === undefined) return refuse(response, 404)
  const status = Number(url.searchParams.get('status') ?? 200)
  serve(request, response, made(ending, url), url.searchParams.get('type') ?? type, status)
}

function made(ending: string, url: URL): Buffer {
  const key = `${ending}?${url.searchParams}#${url.pathname}`
  const known = cache.get(key)
  if (known) return known
  const bytes = pad(make(ending, url), number(url, 'bytes', 0, MAX_BYTES))
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, bytes)
  return bytes
}

function make(ending: string, url: URL): Buffer {
  const hue = number(url, 'hue', hueOf(url.pathname), 360)
  if (ending === 'mp4' || ending === 'mov') {
    // Macroblocks are 16 pixels wide.
    const side = (name: string, usual: number) => Math.max(16, Math.round(number(url, name, usual, 1024) / 16) * 16)
    const seconds = number(url, 'seconds', 5, MAX_SECONDS)
    const video = makeMp4({ width: side('width', 144), height: side('height', 256), seconds, hue })
    if (ending === 'mov') video.write('qt  ', 8, 'latin1')
    return video
  }
  if (ending === 'mp3') return Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), MP3_FRAME])
  if (ending === 'pdf') return makePdf(Math.max(1, Math.floor(number(url, 'pages', 3, MAX_PAGES))), url.pathname)
  const usual = ending === 'gif' ? 96 : 640
  const side = (name: string) => Math.max(1, Math.floor(number(url, name, usual, MAX_SIDE)))
  const size = { width: side('width'), height: side('height'), hue }
  if (ending === 'png') return makePng(size)
  return ending === 'gif' ? makeGif(size) : makeJpeg(size)
}

function number(url: URL, name: string, usual: number, most: number): number {
  const value = Number(url.searchParams.get(name) ?? usual)
  return Number.isFinite(value) && value >= 0 ? Math.min(value, most) : usual
}

/** Each name has its own colour, to tell pictures apart. */
function hueOf(path: string): number {
  let sum = 0
  for (const char of path) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 360
  return sum
}

/** Readers of all formats stop at the end mark and ignore the rest. */
function pad(bytes: Buffer, size: number): Buffer {
  return size > bytes.length ? Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]) : bytes
}

function serve(request: IncomingMessage, response: ServerResponse, bytes: Buffer, type: string, status: number): void {
  const headers = { 'content-type': type, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
  const range = status === 200 ? /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') : null
  if (!range || (range[1] === '' && range[2] === '')) {
    response.writeHead(status, { ...headers, 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
    return
  }
  const suffix = range[1] === ''
  const first = suffix ? Math.max(0, bytes.length - Number(range[2])) : Number(range[1])
  const last = suffix || range[2] === '' ? bytes.length - 1 : Math.min(Number(range[2]), bytes.length - 1)
  if (first > last) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` })
    response.end()
    return
  }
  const part = bytes.subarray(first, last + 1)
  response.writeHead(206, {
    ...headers,
    'content-range': `bytes ${first}-${last}/${bytes.length}`,
    'content-length': part.length,
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(`${status}\n`)
}

async function waitFor(ms: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  await delay(ms, undefined, { signal: gone.signal }).catch(() => undefined)
}
