import { type OutgoingHttpHeaders, request } from 'node:http'

export interface Visited {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The user agent of a real browser. */
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'

/** Opens a page as a browser would, without following redirects. */
export function visit(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {},
): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { 'user-agent': BROWSER, ...headers } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    sent.end()
  })
}
