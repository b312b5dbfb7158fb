import { type ContactField, commonExtraNamed, fieldNamed, foldName, nameTarget } from '../../contact-fields.ts'
import { FIELD_NAMES } from '../senders/registry.ts'

// What the names of answers mean, in the languages of the importer.

/** What an answer holds for a contact. */
export type Target = ContactField | 'full_name' | 'phone'

interface Named {
  name: string
  value: unknown
  home: string
  isNear: boolean
}

// Longer names are not compared, because no person types them.
const COMPARED_NAME_MAX = 200

const FILLERS = new Set(
  [
    'a an and enter give hello hi in is let me my please provide s tell the type us what whats your required optional',
    'wie lautet ist heißt ihr ihre ihren dein deine deinen bitte geben gib sie ein an pflichtfeld',
    'votre vos ton ta quel quelle est veuillez saisir entrer indiquer obligatoire',
    'su tu cuál cual es el por favor introduzca escribe obligatorio requerido',
    'seu sua teu qual é o favor digite informe obrigatório',
  ]
    .join(' ')
    .split(' '),
)

/** "What's your first name?", first_name and firstName count as the same name. */
export function plainName(name: string): string {
  if (name.length > COMPARED_NAME_MAX) return ''
  const words = bareName(name)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const telling = words.filter((word) => !FILLERS.has(word))
  return foldName((telling.length > 0 ? telling : words).join(''))
}

/** The name as people gave it, without what its sender adds. */
export function withoutSender(name: string): string {
  return FIELD_NAMES.reduce((left, { plain }) => plain?.(left) ?? left, name)
}

/** Without what form services add: what their folders name, "No Label email" of Elementor, and 必須 ("required"). */
function bareName(name: string): string {
  return withoutSender(name)
    .replace(/^no label\s+/i, '')
    .replace(/[（(【[]?(?:必須|任意)[）)】\]]?/g, '')
    .replace(/を?ご?(?:入力|記入)(?:して)?(?:ください|下さい)。?$/, '')
}

/** Null for names that mean nothing to a contact. */
export function meaningOf(name: string): Target | null {
  if (name.length > COMPARED_NAME_MAX) return null
  return meaningOfFolded(foldName(bareName(name))) ?? meaningOfFolded(plainName(name))
}

function meaningOfFolded(folded: string): Target | null {
  if (commonExtraNamed(folded) === 'phone') return 'phone'
  const field = fieldNamed(folded) ?? nameTarget(folded, { hasFirst: false, hasLast: false })
  // In files, "source" is where a lead came from; in deliveries it may be anything.
  return field === 'utm_source' || field === 'utm_medium' ? null : field
}

/** Some senders put every value into a list. */
export function isAddress(value: unknown): boolean {
  const text = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof text === 'string' && /^\s*[^\s@]+@[^\s@]+\s*$/.test(text)
}

/** Assigns the answers near the address to fields by their names. "Nom" is the family name next to "Prénom". */
export function assignFields<T extends Named>(answers: readonly T[]): Map<Target, T[]> {
  const assigned = new Map<Target, T[]>()
  const put = (target: Target, answer: T) => {
    const there = assigned.get(target)
    if (there) there.push(answer)
    else assigned.set(target, [answer])
  }
  const homes = new Map<T, Target>()
  for (const answer of answers) {
    const target = meaningOf(answer.name)
    if (target === null || (!answer.isNear && target !== 'email')) continue
    homes.set(answer, target)
    // Something else may have such a name, too: mail=yes.
    if (target !== 'full_name' && (target !== 'email' || isAddress(answer.value))) put(target, answer)
  }
  const first = assigned.get('first_name')?.[0]
  const last = assigned.get('last_name')?.[0]
  for (const [answer, target] of homes) {
    if (target !== 'full_name') continue
    const beside = (other: T | undefined) => other !== undefined && other.home === answer.home
    const whole = String(answer.value).toLowerCase()
    const isHalf = ![first, last].some((part) => beside(part) && whole.includes(String(part!.value).toLowerCase()))
    const held = { hasFirst: isHalf && beside(first), hasLast: isHalf && beside(last) }
    put(nameTarget(plainName(answer.name), held) ?? 'full_name', answer)
  }
  return assigned
}
