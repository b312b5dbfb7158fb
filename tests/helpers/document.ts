import { readFileSync } from 'node:fs'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

/** The OpenAPI document with all operations. Parameters and responses stand where they are used. */
export function readDocument(): Json {
  const document: Json = JSON.parse(readFileSync(new URL('../../openapi.full.json', import.meta.url), 'utf8'))
  const { parameters, responses } = document.components
  const find = (shared: Json) => (each: Json) => shared[each.$ref?.split('/').at(-1)] ?? each
  const operations: Json[] = [document.paths, document.webhooks].flatMap((items: Json) =>
    Object.values<object>(items).flatMap((item) => Object.values(item)),
  )
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map(find(parameters))
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = find(responses)(response)
    }
  }
  return document
}
