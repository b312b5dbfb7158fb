import { readFile, writeFile } from 'node:fs/promises'

// Writes the dashboard's types from openapi.json: what a page believes about an answer is what the document says.
// With --check it only compares, and fails when the file is out of date.

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
}

const file = new URL('../web/src/api/schema.ts', import.meta.url)
const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'))
const schemas: Record<string, Schema> = document.components.schemas
const text = [
  '// Written by `npm run openapi` from openapi.json. Do not edit.',
  ...Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}`),
]
  .join('\n\n')
  .concat('\n')

if (process.argv.includes('--check')) {
  const committed = await readFile(file, 'utf8').catch(() => '')
  if (committed !== text) {
    console.error('web/src/api/schema.ts is out of date. Write it again: npm run openapi')
    process.exit(1)
  }
} else {
  await writeFile(file, text)
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choice = schema.oneOf ?? schema.anyOf
  if (choice) return choice.map((each) => group(typeOf(each, indent))).join(' | ')
  if (schema.allOf) return schema.allOf.map((each) => group(typeOf(each, indent))).join(' & ')
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => group(typeOf({ ...schema, type }, indent))).join(' | ')
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
      return schema.items ? `Array<${typeOf(schema.items, indent)}>` : 'unknown[]'
    case 'object':
      return objectOf(schema, indent)
    default:
      return schema.properties ? objectOf(schema, indent) : 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const deeper = `${indent}  `
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    return `${deeper}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, deeper)}`
  })
  if (members.length === 0) {
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties, indent)}>`
      : 'Record<string, unknown>'
  }
  return `{\n${members.join('\n')}\n${indent}}`
}

function group(type: string): string {
  return /[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type
}
