import { msg, t } from '@lingui/core/macro'
import { isContactField } from '../../../../src/contact-fields.ts'
import type { MappingPreset } from '../../api/schema.ts'
import { FIELD_LABELS } from '../../contacts/names.ts'
import { spoken } from '../../parts/spoken.ts'
import type { Leaf } from '../inbox/body.ts'

export type Kind = 'pointer' | 'answer' | 'constant'

export interface RuleDraft {
  key: string
  kind: Kind
  text: string
  /** first_word, rest or lower; empty for all. */
  take: string
  /** A constant that is a number or boolean keeps its type until it is edited. */
  scalar?: number | boolean
}

export type FieldDraft = ReturnType<typeof newField>

export type MappingDraft = ReturnType<typeof draftOf>

export type MappingJson = Record<string, unknown>

export const CONTACT_FIELDS = Object.entries(FIELD_LABELS)

export const RULES_MAX = 20

export function isEmpty({ fields }: MappingDraft, name: string): boolean {
  return !fields.some(({ field, rules }) => field === name && rules.some(({ text }) => text.trim() !== ''))
}

const newKey = () => crypto.randomUUID()

export function newRule(kind: Kind = 'pointer', text = ''): RuleDraft {
  return { key: newKey(), kind, text, take: '' }
}

export function newField(field = '', rules: RuleDraft[] = [newRule()]) {
  return { key: newKey(), field, rules }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Parts given beside a preset replace its parts. */
function complete(mapping: MappingJson, presets: readonly MappingPreset[]): MappingJson {
  const base: MappingJson = presets.find(({ preset }) => preset === mapping.preset)?.mapping ?? {}
  const fields = { ...(isObject(base.fields) ? base.fields : {}), ...(isObject(mapping.fields) ? mapping.fields : {}) }
  return { ...base, ...mapping, fields }
}

export function draftOf(mapping: MappingJson, presets: readonly MappingPreset[]) {
  const whole = complete(mapping, presets)
  const fields = Object.entries(whole.fields as Record<string, unknown>)
    .map(([field, rules]) => newField(field, rulesOf(rules)))
    .filter(({ rules }) => rules.length > 0)
  const when = isObject(whole.when) ? whole.when : {}
  return {
    preset: textOf(whole.preset) || null,
    fields: sorted(fields),
    when: { pointer: textOf(when.pointer), equals: [when.equals ?? []].flat().map(String) },
    each: textOf(whole.each),
    rest: whole.rest === true,
    /** Editable as JSON only. */
    answers: whole.answers ?? [],
  }
}

/** Contact fields always exist and come first. */
function sorted(fields: FieldDraft[]): FieldDraft[] {
  const own = CONTACT_FIELDS.map(([name]) => fields.find(({ field }) => field === name) ?? newField(name, []))
  return [...own, ...fields.filter(({ field }) => !isContactField(field))]
}

function rulesOf(value: unknown): RuleDraft[] {
  if (value === null || value === undefined) return []
  return [value].flat().map((rule) => {
    if (typeof rule === 'string') return newRule('pointer', rule)
    const body = isObject(rule) ? rule : {}
    const kind: Kind = 'answer' in body ? 'answer' : 'constant' in body ? 'constant' : 'pointer'
    const sent = body[kind]
    return {
      ...newRule(kind, sent === undefined ? '' : String(sent)),
      take: textOf(body.take),
      ...(typeof sent === 'number' || typeof sent === 'boolean' ? { scalar: sent } : {}),
    }
  })
}

/** Empty rules and fields are left out. */
export function toMapping(draft: MappingDraft, presets: readonly MappingPreset[]): MappingJson {
  const fields: Record<string, unknown> = {}
  const preset = presets.find((each) => each.preset === draft.preset)
  for (const name of Object.keys((preset?.mapping.fields as object | undefined) ?? {})) fields[name] = null
  for (const { field, rules } of draft.fields) {
    const filled = rules.filter(({ text }) => text.trim() !== '').map(toRule)
    if (filled.length === 0) continue
    const there = fields[field]
    fields[field] = Array.isArray(there) ? [...there, ...filled] : filled
  }
  const { pointer, equals } = draft.when
  return {
    preset: draft.preset,
    each: draft.each || null,
    when: pointer === '' && equals.length === 0 ? null : { pointer, equals },
    answers: draft.answers,
    fields,
    rest: draft.rest,
  }
}

function toRule({ kind, text, take, scalar }: RuleDraft): object {
  if (kind === 'constant') return { constant: scalar !== undefined && String(scalar) === text ? scalar : text }
  return { [kind]: text.trim(), ...(take ? { take } : {}) }
}

export function toText(draft: MappingDraft, presets: readonly MappingPreset[]): string {
  return JSON.stringify(toMapping(draft, presets), null, 2)
}

export function parseText(text: string): { mapping: MappingJson } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { mapping: value } : { problem: t`A mapping is an object: it stands in braces.` }
  } catch (error) {
    return { problem: t`This is not JSON yet: ${(error as Error).message}` }
  }
}

const TAKES: Record<string, string> = spoken({
  first_word: msg`first word`,
  rest: msg`all but the first word`,
  lower: msg`lower case`,
})

export function ruleInWords({ kind, text, take }: RuleDraft): string {
  const what = kind === 'constant' ? t`always “${text}”` : kind === 'answer' ? t`“${text}”` : text
  return take ? `${what} (${TAKES[take] ?? take})` : what
}

/** Relative to an item of the list `each`; null outside it. */
export function pointerInside(pointer: string, each: string): string | null {
  if (each === '') return pointer
  if (!pointer.startsWith(`${each}/`)) return null
  return /^\/\d+(\/.*)?$/.exec(pointer.slice(each.length))?.[1] ?? null
}

export function errorOfField(errors: Record<string, string>, field: string): string | null {
  const path = `mapping.fields.${field}`
  const found = Object.entries(errors).filter(
    ([name]) => name === path || name.startsWith(`${path}[`) || name.startsWith(`${path}.`),
  )
  return found.length === 0 ? null : found.map(([, text]) => text).join(' ')
}

export function leavesInside(leaves: readonly Leaf[], each: string): Leaf[] {
  return leaves.flatMap((leaf) => {
    const pointer = pointerInside(leaf.pointer, each)
    return pointer === null ? [] : [{ ...leaf, pointer }]
  })
}

/** Before the field's other rules. */
export function withPointer(draft: MappingDraft, field: string, pointer: string): MappingDraft {
  const rule = newRule('pointer', pointer)
  const isThere = draft.fields.some((each) => each.field === field)
  if (!isThere) return { ...draft, fields: [...draft.fields, newField(field, [rule])] }
  const fields = draft.fields.map((each) => {
    if (each.field !== field) return each
    const others = each.rules.filter(({ kind, text }) => text !== '' && !(kind === 'pointer' && text === pointer))
    return { ...each, rules: [rule, ...others].slice(0, RULES_MAX) }
  })
  return { ...draft, fields }
}
