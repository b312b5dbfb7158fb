import { readFile, writeFile } from 'node:fs/promises'

// Writes the dashboard's types from openapi.full.json, in the form that openapi-fetch expects, so that pages and the API
// agree. With --check it writes nothing, and fails if the file is out of date. It follows the rules of
// openapi-typescript, which has TypeScript 5 as a peer dependency: npm cannot install it beside our TypeScript.

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

interface Options {
  /** Like openapi-typescript's option: an object without listed properties may have any. */
  emptyObjectsUnknown?: boolean
}

if (import.meta.main) {
  const file = new URL('../web/src/api/schema.ts', import.meta.url)
  const document = JSON.parse(await readFile(new URL('../openapi.full.json', import.meta.url), 'utf8'))
  const text = writeApiTypes(document, { emptyObjectsUnknown: true })
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('web/src/api/schema.ts is out of date. Run npm run openapi.')
    process.exit(1)
  }
}

/** One type per component, and `paths` with the request and response of each operation. */
export function writeApiTypes(document: Json, { emptyObjectsUnknown = false }: Options = {}): string {
  const components = Object.entries<Json>(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema, '\n  ')}`,
  )
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => {
    const operations = Object.entries<Json>(item).map(([method, operation]) => `${method}: ${operationOf(operation)}`)
    return `'${path}': ${braced(operations, '\n    ')}`
  })
  const head = '// Written by `npm run openapi` from openapi.full.json. Do not edit.'
  return `${[head, ...components, `export interface paths ${braced(paths, '\n  ')}`].join('\n\n')}\n`

  function operationOf({ parameters: referred = [], requestBody, responses }: Json): string {
    const parameters = referred.map((each: Json) =>
      each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)] : each,
    )
    const places = ['path', 'query', 'header'].flatMap((place) => {
      const own = parameters.filter((each: Json) => each.in === place)
      if (own.length === 0) return []
      const fields = own.map(({ name, required, schema }: Json) => `${keyOf(name, required)}: ${typeOf(schema)}`)
      return `${keyOf(place, own.some(isRequired))}: ${braced(fields)}`
    })
    const answers = Object.entries<Json>(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => `${status}: ${contentOf(answer)}`)
    return braced([
      ...(places.length > 0 ? [`parameters: ${braced(places)}`] : []),
      ...(requestBody ? [`${keyOf('requestBody', requestBody.required)}: ${contentOf(requestBody)}`] : []),
      `responses: ${braced(answers)}`,
    ])
  }

  function contentOf({ content }: Json): string {
    const types = Object.entries<Json>(content).map(
      ([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)}`,
    )
    return braced([`content: ${braced(types)}`])
  }

  /** `separator` comes before each property of an object; nested ones are on one line. */
  function typeOf(schema: Json, separator?: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ')
    const choice = schema.oneOf ?? schema.anyOf
    if (choice) return choice.map((each: Json) => grouped(typeOf(each))).join(' | ')
    if (schema.allOf) return schema.allOf.map((each: Json) => grouped(typeOf(each))).join(' & ')
    if (Array.isArray(schema.type)) {
      return schema.type.map((type: string) => grouped(typeOf({ ...schema, type }, separator))).join(' | ')
    }
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return schema.items ? `Array<${typeOf(schema.items)}>` : 'unknown[]'
      case 'object':
        return objectOf(schema, separator)
      default:
        return schema.properties ? objectOf(schema, separator) : 'unknown'
    }
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: Json, separator?: string): string {
    const fields = Object.entries<Json>(properties).map(
      ([name, schema]) => `${keyOf(name, required.includes(name) || schema.default !== undefined)}: ${typeOf(schema)}`,
    )
    const more = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    if (fields.length === 0) {
      return `Record<string, ${additionalProperties || emptyObjectsUnknown ? more : 'never'}>`
    }
    return braced(additionalProperties ? [...fields, `[name: string]: ${more}`] : fields, separator)
  }
}

function keyOf(name: string, required: boolean): string {
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${required ? '' : '?'}`
}

function isRequired({ required }: Json): boolean {
  return required
}

function braced(members: string[], separator?: string): string {
  return separator ? `{${separator}${members.join(separator)}${separator.slice(0, -2)}}` : `{ ${members.join('; ')} }`
}

function grouped(type: string): string {
  return /[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type
}
