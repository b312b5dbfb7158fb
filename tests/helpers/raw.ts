import { type IncomingMessage, request } from 'node:http'
import { checkAnswer } from './contract.ts'
import type { Answer, TestServer } from './server.ts'

export interface RawRequest {
  method: string
  path: string
  /** Sent as they are, repeated names included. */
  headers?: Array<readonly [name: string, value: string]>
  /** Sent chunked, without a Content-Length. */
  chunks?: Array<string | Uint8Array>
}

/** For requests that fetch cannot send: a header twice, a body in chunks. Checks the response against openapi.json. */
export async function sendRaw(server: TestServer, { method, path, headers = [], chunks }: RawRequest): Promise<Answer> {
  const framing = chunks ? ['transfer-encoding', 'chunked'] : []
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      agent: false,
      headers: ['host', `127.0.0.1:${server.port}`, ...framing, ...headers.flat()],
    })
    sent.on('response', resolve)
    sent.on('error', reject)
    for (const chunk of chunks ?? []) sent.write(chunk)
    sent.end()
  })
  let text = ''
  message.setEncoding('utf8')
  for await (const part of message) text += part
  const answerHeaders = new Headers()
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) answerHeaders.append(name, value)
  }
  const answer: Answer = {
    status: message.statusCode!,
    headers: answerHeaders,
    text,
    body: text === '' ? null : JSON.parse(text),
  }
  checkAnswer(method, path, answer)
  return answer
}
