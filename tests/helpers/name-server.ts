import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import ipaddr from 'ipaddr.js'
import type { Lookup } from '../../src/lib/net/safe-fetch.ts'

export type RecordType = 'A' | 'AAAA'
export type Reply =
  | { addresses?: readonly string[]; cname?: string; ttl?: number }
  | 'NXDOMAIN'
  | 'SERVFAIL'
  /** Does not respond. */
  | 'SILENCE'

export interface NameServer {
  /** Asks this server, over UDP, for both kinds of addresses, as getaddrinfo does with the system's server. */
  lookup: Lookup
  /** Every question so far, as "A example.com". */
  questions: string[]
}

const TYPES: Record<number, RecordType> = { 1: 'A', 28: 'AAAA' }
const CODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const

/** A name server on loopback that may change its answer with every question. */
export async function startNameServer(answer: (name: string, type: RecordType) => Reply): Promise<NameServer> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message)
    const known = TYPES[type]
    if (known === undefined) return
    questions.push(`${known} ${name}`)
    const reply = answer(name, known)
    if (reply !== 'SILENCE') socket.send(writeReply(message.subarray(0, end), known, reply), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  after(() => socket.close())
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  const noData = (error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENODATA') return []
    throw error
  }
  const lookup: Lookup = async (name) =>
    (await Promise.all([resolver.resolve4(name).catch(noData), resolver.resolve6(name).catch(noData)])).flat()
  return { lookup, questions }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    const length = message[at]!
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function writeReply(question: Buffer, type: RecordType, reply: Exclude<Reply, 'SILENCE'>): Buffer {
  const head = Buffer.from(question)
  const code = typeof reply === 'string' ? CODES[reply] : 0
  head.writeUInt16BE(0x8180 | code, 2)
  const records = typeof reply === 'string' ? [] : recordsOf(type, reply)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...records])
}

function recordsOf(type: RecordType, { addresses = [], cname, ttl = 0 }: Exclude<Reply, string>): Buffer[] {
  const records: Buffer[] = []
  // 0xc00c: the name of the question.
  let owner: Buffer = Buffer.from([0xc0, 0x0c])
  if (cname !== undefined) {
    const target = encodeName(cname)
    records.push(record(owner, 5, ttl, target))
    owner = target
  }
  for (const address of addresses) {
    const parsed = ipaddr.parse(address)
    const isOfType = (parsed.kind() === 'ipv4') === (type === 'A')
    if (isOfType) records.push(record(owner, type === 'A' ? 1 : 28, ttl, Buffer.from(parsed.toByteArray())))
  }
  return records
}

function record(owner: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(ttl, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, head, data])
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}
