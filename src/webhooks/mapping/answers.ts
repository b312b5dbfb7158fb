import type { AnswerPlace } from '../senders/shared/mapping.ts'
import { escapeSegment, type Found, follow, type Work } from './pointer.ts'

export interface Answer extends Found {
  name: string
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
// Longer names are not compared, because no person types them.
const COMPARED_NAME_MAX = 200

export function collectAnswers(places: readonly AnswerPlace[], root: unknown, work: Work) {
  const answers: Collected = { list: [], cut: false }
  if (places.length === 0) addLeaves(answers, root, work)
  for (const place of places) addPlace(answers, place, root, work)
  return {
    ...answers,
    byName: Map.groupBy(answers.list, ({ name }) => name),
    byPlainName: Map.groupBy(answers.list, ({ name }) => plainName(name)),
    found: new Map<string, Answer[]>(),
  }
}

/** The answers with this name. Exact matches come before similar names. */
export function findAnswers(answers: Answers, name: string, plain: string): Answer[] {
  const known = answers.found.get(name)
  if (known !== undefined) return known
  const exact = answers.byName.get(name) ?? []
  const alike = plain === '' ? [] : (answers.byPlainName.get(plain) ?? [])
  const found = [...exact, ...alike.filter((answer) => answer.name !== name)]
  answers.found.set(name, found)
  return found
}

const FILLERS = new Set(
  'a an and enter give hello hi in is let me my please provide s tell the type us what whats your'.split(' '),
)

/** "What's your first name?", first_name and firstName count as the same name. */
export function plainName(name: string): string {
  if (name.length > COMPARED_NAME_MAX) return ''
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const telling = words.filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : words).join('')
}

function add(answers: Collected, name: string, found: Found): void {
  if (answers.list.length >= ANSWERS_MAX) answers.cut = true
  else answers.list.push({ name, ...found, isNear: true })
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
  } else if (typeof found.value === 'object' && found.value !== null) {
    for (const [name, value] of Object.entries(found.value)) {
      if (answers.cut) return
      add(answers, name, { value, path: `${found.path}/${escapeSegment(name)}` })
    }
  }
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
  add(answers, questions.get(id) ?? String(id), {
    value: Array.isArray(value) ? value.map((each) => options.get(each) ?? each) : (options.get(value) ?? value),
    path: path + found.path,
  })
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

/** Every scalar and every list of scalars, under its member name. */
function addLeaves(answers: Collected, root: unknown, work: Work): void {
  let nodes = 0
  const walk = (value: unknown, name: string, path: string, depth: number) => {
    if (answers.cut) return
    work.spend(1)
    if (++nodes > NODES_MAX || depth > DEPTH_MAX) {
      answers.cut = true
    } else if (!isObject(value) || (Array.isArray(value) && !value.some(isObject))) {
      if (path !== '') add(answers, name, { value, path })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, name || String(index), `${path}/${index}`, depth + 1)
    } else {
      for (const [key, child] of Object.entries(value)) walk(child, key, `${path}/${escapeSegment(key)}`, depth + 1)
    }
  }
  walk(root, '', '', 0)
  const email = answers.list.find(({ value }) => typeof value === 'string' && /^\s*[^\s@]+@[^\s@]+\s*$/.test(value))
  if (email === undefined) return
  const home = email.path.slice(0, email.path.lastIndexOf('/') + 1)
  for (const answer of answers.list) answer.isNear = answer.path.startsWith(home)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
