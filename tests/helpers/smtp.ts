import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export interface Mail {
  from: string
  to: string[]
  /** As it came: headers, an empty line, the body. */
  text: string
}

/** A mail server in miniature on loopback. */
export interface MailServer {
  port: number
  mails: Mail[]
  /** The response to the next command that begins with this word, or to the next CONTENT, instead of the usual one. */
  refuse: Map<string, string>
  /** The response to every command (the content of a mail is CONTENT); null for the usual one, '' for none at all. */
  behave: ((line: string) => string | null) | null
  /** Called when a mail is taken, before the client is told. */
  onMail: ((mail: Mail) => Promise<void>) | null
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const refuse = new Map<string, string>()
  const sockets = new Set<Socket>()
  const mailServer: MailServer = { port: 0, mails, refuse, behave: null, onMail: null }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, mailServer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  mailServer.port = (server.address() as { port: number }).port
  return mailServer
}

function converse(socket: Socket, server: MailServer): void {
  const { mails, refuse } = server
  let buffer = ''
  let mail: Mail = { from: '', to: [], text: '' }
  let inData = false
  const say = (line: string) => line !== '' && socket.write(`${line}\r\n`)
  const refusalOf = (word: string, line = word) => {
    const once = refuse.get(word)
    refuse.delete(word)
    return once ?? server.behave?.(line) ?? undefined
  }
  const answer = (line: string) => {
    const word = line.split(/[ :]/, 1)[0]!.toUpperCase()
    const refused = refusalOf(word, line)
    if (refused !== undefined) return say(refused)
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (word) {
      case 'EHLO':
        return say('250-localhost\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME')
      case 'AUTH':
        return say('235 welcome')
      case 'MAIL':
        mail = { from: address, to: [], text: '' }
        return say('250 ok')
      case 'RCPT':
        mail.to.push(address)
        return say('250 ok')
      case 'DATA':
        inData = true
        return say('354 go on')
      case 'QUIT':
        say('221 bye')
        return socket.end()
      default:
        return say('250 ok')
    }
  }
  say('220 localhost ready')
  socket.on('data', (bytes) => {
    buffer += bytes.toString('utf8')
    for (;;) {
      const end = inData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
      if (end < 0) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + (inData ? 5 : 2))
      if (!inData) {
        answer(part)
        continue
      }
      inData = false
      const refused = refusalOf('CONTENT')
      if (refused !== undefined) {
        say(refused)
        continue
      }
      const taken = { ...mail, text: part }
      mails.push(taken)
      void Promise.resolve(server.onMail?.(taken)).then(() => say('250 taken'))
    }
  })
}

/** The text of a mail with its long lines put together again. */
export function readMail({ text }: Mail): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** The headers of a mail, by their names in lower case. A header that occurs twice has both values. */
export function headersOf({ text }: Mail): Record<string, string[]> {
  const lines = text
    .split('\r\n\r\n', 1)[0]!
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers: Record<string, string[]> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()]
  }
  return headers
}
