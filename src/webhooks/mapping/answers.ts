import { FIELD_NAMES } from '../senders/registry.ts'
import type { AnswerPlace } from '../senders/shared/mapping.ts'
import { assignFields, isAddress, meaningOf, plainName, type Target, withoutSender } from './names.ts'
import { escapeSegment, type Found, follow, segmentsOfName, type Work } from './pointer.ts'

export interface Answer extends Found {
  name: string
  /** The path of the object or list of answers that it belongs to. The same for all answers of a place. */
  home: string
  /** True in a place of answers. If all scalars are answers: true next to the e-mail address, if there is one. */
  isNear: boolean
}

interface Collected {
  list: Answer[]
  /** True if there were more than are examined. */
  cut: boolean
}

export type Answers = ReturnType<typeof collectAnswers>

const ANSWERS_MAX = 1_000
const NODES_MAX = 10_000
const DEPTH_MAX = 32
const GROUP_DEPTH_MAX = 3

/** `told` is the path of the address that a rule names, if there is one. */
export function collectAnswers(places: readonly AnswerPlace[], root: unknown, work: Work, told: string | null) {
  const answers: Collected = { list: [], cut: false }
  if (places.length === 0) addLeaves(answers, root, work, told)
  for (const place of places) addPlace(answers, place, root, work)
  const byTarget = assignFields(answers.list)
  return {
    ...answers,
    byName: Map.groupBy(answers.list, ({ name }) => name),
    byPlainName: Map.groupBy(answers.list, ({ name }) => plainName(name)),
    byTarget,
    rivals: places.length === 0 ? rivalsIn(byTarget.get('email') ?? []) : null,
    found: new Map<string, Answer[]>(),
  }
}

/** Two different addresses in different places of the delivery: it is unclear which person it is about. */
function rivalsIn(emails: readonly Answer[]): [Answer, Answer] | null {
  const homes = new Map<string, Answer>()
  for (const answer of emails) if (isAddress(answer.value) && !homes.has(answer.home)) homes.set(answer.home, answer)
  const [first, ...others] = homes.values()
  const same = (value: unknown) => String(value).trim().toLowerCase()
  const other = others.find(({ value }) => same(value) !== same(first!.value))
  return first && other ? [first, other] : null
}

export interface Question {
  answer: string
  plain: string
  meaning: Target | null
  /** Where version 0.2, which kept the names of a form as they were, had data[email]. */
  formPath: string | null
}

/** Everything about a name that is the same for all items. */
export function questionFor(answer: string): Question {
  const segments = segmentsOfName(answer)
  const formPath = segments.length === 1 ? null : segments.map((segment) => `/${escapeSegment(segment)}`).join('')
  return { answer, plain: plainName(answer), meaning: meaningOf(answer), formPath }
}

/**
 * The answers with this name. Exact matches come before similar names, and those before names that mean the same:
 * "E-Mail-Adresse" for "email".
 */
export function findAnswers(answers: Answers, { answer: name, plain, meaning, formPath }: Question): Answer[] {
  const known = answers.found.get(name)
  if (known !== undefined) return known
  const exact = answers.byName.get(name) ?? []
  const alike = plain === '' ? [] : (answers.byPlainName.get(plain) ?? [])
  const meant = meaning === null ? [] : (answers.byTarget.get(meaning) ?? [])
  const before = formPath === null ? [] : answers.list.filter(({ path }) => path === formPath)
  const found = [...new Set([...exact, ...alike, ...meant, ...before])]
  answers.found.set(name, found)
  return found
}

function add(answers: Collected, name: string, found: Found, home: string): void {
  if (answers.list.length >= ANSWERS_MAX) answers.cut = true
  else answers.list.push({ name, ...found, home, isNear: true })
}

function addPlace(answers: Collected, place: AnswerPlace, root: unknown, work: Work): void {
  const found = follow(root, place.pointer, work)
  if (found === null) return
  if (Array.isArray(found.value)) {
    const questions = readTitles(root, place.questions, work)
    for (const [index, item] of found.value.entries()) {
      if (index >= NODES_MAX) answers.cut = true
      if (answers.cut) return
      addItem(answers, place, item, { path: `${found.path}/${index}`, questions, work })
    }
  } else if (isObject(found.value)) {
    walk(answers, answersOnly(found.value), { name: '', path: found.path, home: '', work })
  }
}

/** Without the data of the sender, if the names tell it from answers. */
function answersOnly(value: object): object {
  const answers = Object.entries(value).filter(([name]) => FIELD_NAMES.some(({ own }) => own?.test(name)))
  return answers.length > 0 ? Object.fromEntries(answers) : value
}

function addItem(
  answers: Collected,
  place: AnswerPlace,
  item: unknown,
  { path, questions, work }: { path: string; questions: Titles; work: Work },
): void {
  work.spend(1)
  const id = follow(item, place.name, work)?.value
  if (typeof id !== 'string' && typeof id !== 'number') return
  const found = place.value
    .map((pointer) => follow(item, pointer, work))
    .find((each) => each !== null && isThere(each.value))
  if (!found) return
  const options = readTitles(item, place.options, work)
  const { value } = found
  const shown = Array.isArray(value) ? value.map((each) => options.get(each) ?? each) : (options.get(value) ?? value)
  const name = questions.get(id) ?? String(id)
  if (isObject(shown) && !Array.isArray(shown)) walk(answers, shown, { name, path: path + found.path, home: '', work })
  else add(answers, name, { value: shown, path: path + found.path }, '')
}

function isThere(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

type Titles = Map<unknown, string>

const TITLE_POINTERS = ['/text', '/title', '/label', '/name']

/** Reads a list of {id, text} or {id, title}. Groups contain their questions. */
function readTitles(root: unknown, pointer: string | null, work: Work): Titles {
  const titles: Titles = new Map()
  const read = (list: unknown, depth: number) => {
    if (!Array.isArray(list)) return
    for (const entry of list) {
      if (titles.size >= ANSWERS_MAX) return
      work.spend(1)
      const id = follow(entry, '/id')?.value
      const title = TITLE_POINTERS.map((each) => follow(entry, each)?.value).find((each) => typeof each === 'string')
      if ((typeof id === 'string' || typeof id === 'number') && title !== undefined && !titles.has(id))
        titles.set(id, title as string)
      if (depth < GROUP_DEPTH_MAX) read(follow(entry, '/properties/fields')?.value, depth + 1)
    }
  }
  if (pointer !== null) read(follow(root, pointer, work)?.value, 0)
  return titles
}

/** Every scalar and every list of scalars, under its member name, and every named value in a list of them. */
function addLeaves(answers: Collected, root: unknown, work: Work, told: string | null): void {
  walk(answers, root, { name: '', path: '', home: null, work })
  const emails = answers.list.filter(({ value }) => isAddress(value))
  const email = emails.find(({ path }) => path === told) ?? emails[0]
  if (email === undefined) return
  for (const answer of answers.list) answer.isNear = answer.home.startsWith(email.home)
}

interface Start {
  name: string
  path: string
  /** Null: the object that a value is in. */
  home: string | null
  work: Work
}

function walk(answers: Collected, root: unknown, start: Start): void {
  let nodes = 0
  const visit = (value: unknown, name: string, path: string, home: string, depth: number) => {
    if (answers.cut) return
    start.work.spend(1)
    if (++nodes > NODES_MAX || depth > DEPTH_MAX) {
      answers.cut = true
    } else if (!isObject(value) || (Array.isArray(value) && !value.some(isObject))) {
      if (path !== '') add(answers, name, { value, path }, home)
    } else {
      visitMembers(value, name, path, depth)
    }
  }
  const visitMembers = (value: object, name: string, path: string, depth: number) => {
    const inside = start.home ?? `${path}/`
    const isList = Array.isArray(value)
    const areNamed = isList || areNamedValues(Object.values(value))
    for (const [at, member] of isList ? value.entries() : Object.entries(value)) {
      if (answers.cut) return
      const key = String(at)
      const memberPath = `${path}/${escapeSegment(key)}`
      const named = areNamed ? namedValue(member) : null
      if (named !== null && (named.label !== '' || !isList)) {
        visit(named.value, named.label || key, `${memberPath}/${named.key}`, inside, depth + 2)
      } else if (isList || !areNamed) {
        visit(member, nameOf(key, name, isList), memberPath, inside, depth + 1)
      }
    }
  }
  visit(root, start.name, start.path, start.home ?? '', 0)
}

const VALUE_MEMBERS = new Set(FIELD_NAMES.flatMap(({ value }) => value ?? []))

/** An item of a list has the name of the list, and the value of a field the name of the field. */
function nameOf(key: string, name: string, isList: boolean): string {
  if (name !== '' && (isList || VALUE_MEMBERS.has(key))) return name
  return withoutSender(key)
}

const LABELS = ['question', 'label', 'title', 'name', 'field_name', 'field', 'key', 'id']
const VALUES = ['value', 'answer', 'field_value', 'string_value', 'values']

/** Many forms send {"label": "Your name", "value": "Ana"} or the like for each question. */
function namedValue(item: unknown): { label: string; key: string; value: unknown } | null {
  const label = labelOf(item)
  const key = label === null ? undefined : VALUES.find((each) => Object.hasOwn(item as object, each))
  return label === null || key === undefined ? null : { label, key, value: (item as Record<string, unknown>)[key] }
}

/** Some of the questions may have no answer. */
function areNamedValues(members: readonly unknown[]): boolean {
  return members.every((each) => labelOf(each) !== null) && members.some((each) => namedValue(each) !== null)
}

/** The first that is not empty. */
function labelOf(item: unknown): string | null {
  if (!isObject(item) || Array.isArray(item)) return null
  const members = item as Record<string, unknown>
  const labels = LABELS.flatMap((each) => (Object.hasOwn(members, each) ? [members[each]] : []))
  const texts = labels.filter((each) => typeof each === 'string')
  return texts.find((each) => each !== '') ?? texts[0] ?? null
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
