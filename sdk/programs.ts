import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'

// Writes two programs that use every operation of openapi.full.json: one with openapi-fetch, one with the client that hey-api generates.
// Each calls the operation as its examples do, calls it with all of its parameters, and reads every field of the answer.
// tests/sdk/programs.test.ts compiles them strictly and runs them.

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

const document: Json = JSON.parse(readFileSync(new URL('../openapi.full.json', import.meta.url), 'utf8'))

interface Call {
  id: string
  method: string
  path: string
  /** TypeScript: the parameters by place, those that are required and all. */
  required: Record<string, string>
  all: Record<string, string>
  body: string | null
  /** Whether the body is bytes, for hey-api. */
  isBlob: boolean
  isStream: boolean
  /** Whether the answer is JSON. */
  isJson: boolean
  /** TypeScript: reads `data`. */
  reads: string
}

export async function writePrograms(into: string): Promise<void> {
  mkdirSync(into, { recursive: true })
  const calls = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => describeCall(method, path, operation)),
  )
  // Without the requests that we send: their ids are those of the types of events.
  const input = { ...document, webhooks: {} }
  writeFileSync(join(into, 'schema.ts'), astToString(await openapiTS(input)))
  await createClient({
    input,
    output: { path: join(into, 'client'), module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })
  writeFileSync(join(into, 'read.ts'), READ)
  writeFileSync(join(into, 'with-openapi-fetch.ts'), writeFetchProgram(calls))
  writeFileSync(join(into, 'with-hey-api.ts'), writeHeyApiProgram(calls))
}

/** A value whose type says nothing does not compile. */
const READ = `type SaysNothing<T> = 0 extends 1 & T ? true : unknown extends T ? true : [T] extends [never] ? true : false

export function read<T>(_value: T, ..._wrong: SaysNothing<T> extends true ? [never] : []): void {}
`

function writeFetchProgram(calls: Call[]): string {
  const write = (call: Call, places: Record<string, string>) => {
    const params = Object.entries(places).map(([place, fields]) => `${place}: ${fields}`)
    const words = [
      ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
      ...(call.body === null ? [] : [`body: ${call.body}`]),
      ...(call.isStream ? ["parseAs: 'stream'"] : call.isJson ? [] : ["parseAs: 'text'"]),
    ]
    return `api.${call.method.toUpperCase()}('${call.path}'${words.length > 0 ? `, { ${words.join(', ')} }` : ''})`
  }
  return `import createClient from 'openapi-fetch'
import { read } from './read.ts'
import type { paths } from './schema.ts'

type Api = ReturnType<typeof createClient<paths>>

export const connect = (baseUrl: string, key: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })

${writeCalls(calls, write, 'api: Api')}`
}

function writeHeyApiProgram(calls: Call[]): string {
  const write = (call: Call, places: Record<string, string>) => {
    const words = Object.entries(places).map(
      ([place, fields]) => `${place === 'header' ? 'headers' : place}: ${fields}`,
    )
    const body = call.body === null ? [] : [`body: ${call.isBlob ? `new Blob([${call.body}])` : call.body}`]
    return `sdk.${call.id}({ ${['client: api', ...words, ...body].join(', ')} })`
  }
  return `import { type Client, createClient } from './client/client/index.ts'
import * as sdk from './client/sdk.gen.ts'
import { read } from './read.ts'

export const connect = (baseUrl: string, key: string) =>
  createClient({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })

${writeCalls(calls, write, 'api: Client', 'stream')}`
}

function writeCalls(
  calls: Call[],
  write: (call: Call, places: Record<string, string>) => string,
  given: string,
  streamed = 'data, response',
): string {
  const functions = calls.map((call) => {
    const names = call.isStream ? streamed : 'data, response'
    const reads = call.isStream ? '' : `\n    if (data) {\n${call.reads}    }`
    return `  ${call.id}: async (${given}) => {
    const { ${names} } = await ${write(call, call.required)}${reads}
    return ${names.includes('response') ? 'response?.status' : `${names} && undefined`}
  },
`
  })
  const full = calls.map((call) => `  ${call.id}: (${given}) => ${write(call, call.all)},\n`)
  return `/** As the examples do. */
export const calls = {
${functions.join('')}}

/** With every parameter: only compiled. */
export const full = {
${full.join('')}}
`
}

function describeCall(method: string, path: string, operation: Json): Call {
  const parameters = (operation.parameters ?? []).map(resolve)
  const placesOf = (own: Json[]) => {
    const places = ['path', 'query', 'header'].map((place) => {
      const fields = own.filter((each) => each.in === place)
      return [place, fields.map(({ name, schema }) => `${JSON.stringify(name)}: ${JSON.stringify(sampleOf(schema))}`)]
    })
    const used = places.filter(([, fields]) => fields!.length > 0) as Array<[string, string[]]>
    return Object.fromEntries(used.map(([place, fields]) => [place, `{ ${fields.join(', ')} }`]))
  }
  const content = resolve(operation.requestBody ?? {}).content ?? {}
  const type = 'application/json' in content ? 'application/json' : Object.keys(content)[0]
  const media = content[type ?? '']
  const [named] = Object.values<Json>(media?.examples ?? {})
  const example = media?.example ?? named?.value ?? {}
  // Text has a type of its own; all else that is not JSON is bytes.
  const isBlob = type !== undefined && type !== 'application/json' && resolve(media.schema).type !== 'string'
  const text = isBlob && typeof example !== 'string' ? JSON.stringify(example) : example
  const answers = Object.entries<Json>(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, answer]) => resolve(answer).content ?? {})
  const schemas = answers.map((each) => each['application/json']?.schema)
  const isJson = schemas.every((schema) => schema !== undefined)
  return {
    id: operation.operationId,
    method,
    path,
    required: placesOf(parameters.filter(({ required }: Json) => required)),
    all: placesOf(parameters),
    body: media === undefined ? null : JSON.stringify(text),
    isBlob,
    isStream: answers.some((each) => 'text/event-stream' in each),
    isJson,
    reads: isJson ? readsOfAll(schemas) : '',
  }
}

/** Where a dry run is answered otherwise, a field that only one of the answers has tells them apart. */
function readsOfAll(schemas: Json[]): string {
  const frames = schemas.map(resolve)
  const namesOf = (frame: Json) => Object.keys(resolve(frame.properties?.data ?? {}).properties ?? {})
  const told = frames.flatMap((frame) => {
    const others = frames.filter((other) => other !== frame).flatMap(namesOf)
    const own = namesOf(frame).find((name) => !others.includes(name))
    return own === undefined ? [] : [`if ('${own}' in data.data) {\n${readsOf(frame, 'data', 0)}}\n`]
  })
  return frames.length > 1 && told.length > 0 ? told.join('') : readsOf(frames[0], 'data', 0)
}

const DEPTH_MAX = 6

/** TypeScript: reads all that the schema lists. */
function readsOf(given: Json, at: string, depth: number): string {
  const schema = resolve(given)
  if (depth > DEPTH_MAX || Object.keys(schema).length === 0) return ''
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter((each: Json) => each.type !== 'null')
  const isNullable =
    [schema.type].flat().includes('null') || choices.length < (schema.anyOf ?? schema.oneOf ?? []).length
  if (isNullable) {
    const rest =
      choices.length > 0
        ? { anyOf: choices }
        : { ...schema, type: [schema.type].flat().filter((each) => each !== 'null')[0] }
    return `if (${at} !== null && ${at} !== undefined) {\n${readsOf(rest, at, depth)}}\n`
  }
  if (schema.discriminator) {
    const { propertyName, mapping } = schema.discriminator
    // The compiler refuses functions that are too large.
    const within = Math.max(depth + 1, DEPTH_MAX - 2)
    return Object.entries(mapping)
      .map(([value, $ref]) => `if (${at}.${propertyName} === '${value}') {\n${readsOf({ $ref }, at, within)}}\n`)
      .join('')
  }
  if (choices.length === 1) return readsOf(choices[0], at, depth)
  if (schema.allOf) return schema.allOf.map((each: Json) => readsOf(each, at, depth)).join('')
  if (schema.items) return `for (const item${depth} of ${at}) {\n${readsOf(schema.items, `item${depth}`, depth + 1)}}\n`
  if (!schema.properties) return `read(${at})\n`
  return Object.entries<Json>(schema.properties)
    .map(([name, each]) => {
      const place = /^[a-z_]\w*$/i.test(name) ? `${at}.${name}` : `${at}[${JSON.stringify(name)}]`
      const inner = readsOf(each, place, depth + 1)
      return schema.required?.includes(name) ? inner : `if (${place} !== undefined) {\n${inner}}\n`
    })
    .join('')
}

/** A value of a parameter. */
function sampleOf(given: Json): unknown {
  const schema = resolve(given)
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0])
  switch ([schema.type].flat()[0]) {
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return [sampleOf(schema.items)]
    case 'object':
      return {}
    default:
      if (schema.format === 'uuid') return '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
      return schema.format === 'date-time' ? '2026-11-15T09:30:00.000Z' : 'text'
  }
}

function resolve(given: Json): Json {
  if (typeof given.$ref !== 'string') return given
  const [, ...names] = given.$ref.split('/')
  return names.reduce((at: Json, name: string) => at[name], document)
}
