import { msg, t } from '@lingui/core/macro'
import { spoken } from './spoken.ts'

// Sentences of the API name a field by its path, which nobody sees on the screen.

/** Beside the field: "first_name is required." → "This is required." */
export function besideField(path: string, text: string): string {
  const place = placeOf(path, text)
  if (place === null) return text
  const [index] = indexOf(path)
  const number = index === null ? null : index + 1
  const rule = text.slice(path.length).trimStart()
  if (place === 0 && /^[:：]/.test(rule)) return capital(rule.slice(1).trimStart())
  if (place > 0) {
    const name =
      number === null
        ? t({ message: 'this field', comment: 'Replaces the name of a field inside a sentence' })
        : t({ message: `entry ${number}`, comment: 'Replaces the name of a field inside a sentence' })
    return replaceAt(place, path, text, name)
  }
  return number === null
    ? t({ message: `This ${rule}`, comment: 'The rule is the rest of a sentence: "is required."' })
    : t({ message: `Entry ${number} ${rule}`, comment: 'The rule is the rest of a sentence: "is too long."' })
}

/** Away from the field: "first_name is required." → "“First name” is required." */
export function withLabels(paths: readonly string[], text: string): string {
  return paths.reduce((said, path) => {
    const place = placeOf(path, said)
    return place === null ? said : replaceAt(place, path, said, quoted(path))
  }, text)
}

function quoted(path: string): string {
  const [index, name] = indexOf(path)
  const label = labelOf(name)
  const number = (index ?? 0) + 1
  return index === null
    ? t({ message: `“${label}”`, comment: 'The label of a field inside a sentence' })
    : t({ message: `“${label}” (${number})`, comment: 'An entry of a field, by its number, inside a sentence' })
}

const LABELS = spoken({
  company: msg`Company`,
  email: msg`E-mail`,
  first_name: msg`First name`,
  last_name: msg`Last name`,
  message: msg`Message`,
  name: msg`Name`,
  password: msg`Password`,
  phone: msg`Phone`,
  scheduled_date: msg`Date`,
  status: msg`Status`,
  tags: msg`Tags`,
  target: msg`Target`,
  time_zone: msg`Time zone`,
  title: msg`Title`,
  url: msg`Address`,
  utm_medium: msg({ message: 'Medium', comment: 'The kind of source: email, social' }),
  utm_source: msg({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }),
})

/** Other fields: "preferred_day" → "Preferred day". */
function labelOf(name: string): string {
  return Object.hasOwn(LABELS, name) ? LABELS[name as keyof typeof LABELS] : capital(name.replaceAll(/[_-]+/g, ' '))
}

/** The index that the path ends in, and the last name in it. */
function indexOf(path: string): [index: number | null, name: string] {
  const [, name = path, index] = /([^.[\]]+)(?:\[(\d+)\])?$/.exec(path) ?? []
  return [index === undefined ? null : Number(index), name]
}

/** In Japanese, a name is followed by a particle and not by a blank. */
const PARTICLE = '[はがをにのでへとも]'

/**
 * Where the sentence names the field: at its start, before a particle, or anywhere if the path is not an ordinary word.
 * Null if nowhere.
 */
function placeOf(path: string, text: string): number | null {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const whole = `(?<![\\w.\\]])${escaped}(?![\\w[]|[.-]\\w)`
  const forms = [`^${whole}`, `${whole}(?=は)`, `${whole}(?=${PARTICLE})`, ...(/[_.[]/.test(path) ? [whole] : [])]
  const found = forms.map((form) => text.search(new RegExp(form))).find((place) => place !== -1)
  return found ?? null
}

function replaceAt(place: number, path: string, text: string, name: string): string {
  return `${text.slice(0, place)}${name}${text.slice(place + path.length)}`
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
