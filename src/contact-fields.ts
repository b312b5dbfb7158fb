import * as S from './lib/schema.ts'

// Limits, in characters or in numbers of things.
export const TEXT_MAX = 255
export const EMAIL_MAX = 254
export const EXTRA_FIELDS_MAX = 50
export const EXTRA_NAME_MAX = 64
export const EXTRA_VALUE_MAX = 4_000
export const TAGS_MAX = 50
export const TAG_MAX = 64
export const NOTE_MAX = 10_000

/** A field of a contact. Reading, storing, mapping, search and the API reference follow from it. */
interface FieldSpec {
  /** Shown in the schema of request bodies. */
  description: string
  /** Shown in the schema of responses, if the name does not say it all. */
  shownAs?: string
  isRequired?: true
  isEmail?: true
  isSearched?: true
  /** Other names of it in files and forms, in several languages. Case, accents and separators do not matter. */
  aliases?: readonly string[]
  example: string
}

export const CONTACT_FIELDS = {
  first_name: {
    description: 'Required.',
    isRequired: true,
    isSearched: true,
    aliases: [
      ...['first', 'fname', 'givenname', 'forename', 'vorname', 'rufname', 'prenom', 'nombredepila', 'primeironome'],
      ...['primernombre', 'nombres', 'nomeproprio', 'voornaam', 'fornavn', 'fornamn', '名', 'ファーストネーム'],
    ],
    example: 'Ana',
  },
  last_name: {
    description: 'Family name.',
    isSearched: true,
    aliases: [
      ...[
        'last',
        'lname',
        'familyname',
        'surname',
        'nachname',
        'familienname',
        'nomdefamille',
        'apellido',
        'apellidos',
      ],
      ...['zuname', 'primerapellido', 'nomedefamilia', '姓', '苗字', '名字', 'ラストネーム'],
      ...['sobrenome', 'apelido', 'ultimonome', 'cognome', 'achternaam', 'etternavn', 'efternamn'],
    ],
    example: 'Silva',
  },
  email: {
    description: 'One address; international domains are fine.',
    isEmail: true,
    isSearched: true,
    aliases: [
      ...['emailaddress', 'mail', 'mailaddress', 'email1', 'email1value', 'emailaddress1', 'primaryemail', 'workemail'],
      ...['businessemail', 'contactemail', 'customeremail', 'useremail', 'personalemail'],
      ...['emailadresse', 'mailadresse', 'adresseemail', 'adressemail', 'courriel', 'adressecourriel', 'correo'],
      ...['correoelectronico', 'direcciondecorreo', 'direcciondecorreoelectronico', 'enderecodeemail'],
      ...['adresseelectronique', 'adressedemessagerie', 'direcciondeemail', 'direccionemail', 'correioeletronico'],
      ...[
        'enderecoeletronico',
        'enderecoemail',
        'メール',
        'メールアドレス',
        'eメール',
        'eメールアドレス',
        '電子メール',
        '電子メールアドレス',
      ],
      ...['indirizzoemail', 'postaelettronica', 'emailadres', 'epost', 'epostadresse'],
    ],
    example: 'ana@example.com',
  },
  company: {
    description: 'Where the person works.',
    isSearched: true,
    aliases: [
      ...[
        'companyname',
        'businessname',
        'organisation',
        'organization',
        'organizationname',
        'accountname',
        'employer',
        'firma',
      ],
      ...['firmenname', 'unternehmen', 'entreprise', 'societe', 'empresa', 'compania', 'organizacion', 'organizacao'],
      ...['arbeitgeber', 'unternehmensname', 'nomdelentreprise', 'nomdelasociete', 'raisonsociale', 'razonsocial'],
      ...[
        'nombredelaempresa',
        'nomedaempresa',
        '会社',
        '会社名',
        '企業名',
        '法人名',
        '組織名',
        '勤務先',
        '貴社名',
        '御社名',
      ],
      ...['azienda', 'societa', 'bedrijf', 'bedrijfsnaam', 'foretag', 'org', 'organisme', 'business', '団体名'],
    ],
    example: 'Example Ltd',
  },
  utm_source: {
    description: 'Attribution source, such as newsletter.',
    shownAs: 'Attribution source.',
    aliases: [
      ...[
        'source',
        'leadsource',
        'trafficsource',
        'originalsource',
        'originaltrafficsource',
        'quelle',
        'leadquelle',
        'herkunft',
        'provenance',
      ],
      ...['sourceduprospect', 'fuente', 'fuentedellead', 'origen', 'fonte', 'fontedolead', 'origem', 'origemdolead'],
      ...['ソース', 'リードソース', '流入元', '流入経路', '参照元'],
    ],
    example: 'newsletter',
  },
  utm_medium: {
    description: 'Attribution medium, such as email.',
    shownAs: 'Attribution medium.',
    aliases: ['medium', 'kanal', 'canal', 'canaldemarketing', 'メディア', '媒体'],
    example: 'email',
  },
} as const satisfies Record<string, FieldSpec>

export type ContactField = keyof typeof CONTACT_FIELDS

export const FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactField[]

export const FIELD_SPECS: Readonly<Record<ContactField, FieldSpec>> = CONTACT_FIELDS

export function eachField<T>(make: (name: ContactField) => T): Record<ContactField, T> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, make(name)])) as Record<ContactField, T>
}

/** The value of an additional field. */
export const ExtraSchema = { type: ['string', 'number', 'boolean'] }

/** A contact that is not stored: its fields, and all others that were sent. */
export const SentContactSchema = S.object(
  { ...eachField(() => S.optional(S.nullable('string'))), extra: S.optional(S.record(ExtraSchema)) },
  { additionalProperties: true },
)

export const EXAMPLE_FIELDS = eachField((name) => FIELD_SPECS[name].example)

/** The keys are fixed; a workspace may rename their labels. */
export const LEAD_STATUSES = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
} as const

export type LeadStatus = keyof typeof LEAD_STATUSES

export const STATUS_KEYS = Object.keys(LEAD_STATUSES) as LeadStatus[]

export function isLeadStatus(value: unknown): value is LeadStatus {
  return typeof value === 'string' && Object.hasOwn(LEAD_STATUSES, value)
}

/** All statuses in order, with the workspace's labels. */
export function namedStatuses(own: unknown): Array<{ key: LeadStatus; label: string }> {
  const labels = { ...LEAD_STATUSES, ...(own as Partial<Record<LeadStatus, string>> | null) }
  return STATUS_KEYS.map((key) => ({ key, label: labels[key] }))
}

/** What the team sets on a contact. */
export interface Lead {
  status: LeadStatus
  /** A member of the team. */
  owner_id: string | null
  tags: string[]
}

/** The lead of a new contact. */
export const FRESH_LEAD: Readonly<Lead> = { status: 'new', owner_id: null, tags: [] }

export const contactExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
  ...EXAMPLE_FIELDS,
  extra: { phone: '+351 210 000 000' },
  ...FRESH_LEAD,
  webhook_id: null,
  delivery_id: null,
  link_id: null,
  post_id: null,
  form_id: null,
  confirmation: null,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
}

/**
 * Additional fields that say where a contact came from, like utm_source and utm_medium. They never cause a contact to
 * be refused: a value that cannot be stored is left out, and they do not count towards the limit of additional fields.
 */
export const ATTRIBUTION_FIELDS = ['dp', 'utm_campaign', 'utm_term', 'utm_content', 'referrer', 'landing_page'] as const

const attributionFields: ReadonlySet<string> = new Set(ATTRIBUTION_FIELDS)

export function isAttribution(name: string): boolean {
  return attributionFields.has(name)
}

export interface ExtraField {
  name: string
  value: string
}

/** Fields that websites and Doorpost itself add to those that people fill in. */
const PARAMETER =
  /^(?:utm_.*|dp|landing_page|referrer(?:_.*)?|form|[gm]clid|fbclid|msclkid|li_fat_id|[gw]braid|user_agent|ip|first_name_from)$/i

const MESSAGE = /^(?:message|comments?|question|nachricht)$/i
const MESSAGE_MIN = 60

/**
 * Splits the additional fields of a contact into messages, short facts, and parameters that nobody typed. `order` has the
 * names of the fields that come first.
 */
export function splitExtra(extra: Record<string, unknown>, order: readonly string[] = []) {
  const fields = Object.entries(extra).map(([name, value]): ExtraField => ({ name, value: String(value) }))
  const place = ({ name }: ExtraField) => (order.includes(name) ? order.indexOf(name) : order.length)
  const typed = fields.filter((field) => !isParameter(field)).sort((a, b) => place(a) - place(b))
  return {
    messages: typed.filter(isMessage),
    facts: typed.filter((field) => !isMessage(field)),
    parameters: fields.filter(isParameter),
  }
}

function isParameter({ name }: ExtraField): boolean {
  return PARAMETER.test(name)
}

function isMessage({ name, value }: ExtraField): boolean {
  return value.length >= MESSAGE_MIN || value.includes('\n') || MESSAGE.test(name)
}

export type ContactValues = {
  [F in ContactField]: (typeof CONTACT_FIELDS)[F] extends { isRequired: true } ? string : string | null
}

export type ExtraValue = string | number | boolean

/** A contact that passed the rules, ready to be stored. */
export interface ContactInput extends ContactValues {
  /** Groups the records of one person. */
  email_key: string | null
  /** Every other field that was sent. */
  extra: Record<string, ExtraValue>
  /** Absent for most new contacts, which get FRESH_LEAD. */
  lead?: Lead
}

export interface StoredInput extends ContactInput {
  lead: Lead
}

/** SQL: the text that a search covers. */
export const SEARCHED_TEXT = `concat_ws(' ', ${FIELD_NAMES.filter((name) => FIELD_SPECS[name].isSearched).join(', ')})`

export function isContactField(name: string): name is ContactField {
  return Object.hasOwn(CONTACT_FIELDS, name)
}

/** Picks the contact fields of a larger record. */
export function pickFields(record: ContactValues): ContactValues {
  const fields = {} as Record<ContactField, string | null>
  for (const name of FIELD_NAMES) fields[name] = record[name]
  return fields as ContactValues
}

/** A full name, unless other names show that it is half of one: with "Vorname", "Name" is the family name. */
const NAMES = foldedSet(['name', 'nom', 'nome', 'nombre', 'naam', 'namn', 'navn', '名前'])
const FULL_NAMES = foldedSet([
  ...[
    'fullname',
    'contactname',
    'customername',
    'displayname',
    'vornachname',
    'vorundnachname',
    'vornameundnachname',
    'nomcomplet',
  ],
  ...['nometprenom', 'prenometnom', 'nombrecompleto', 'nombreyapellidos', 'nombreyapellido', 'nomecompleto'],
  ...['nombresyapellidos', 'nomeesobrenomes', '氏名', '姓名', 'お名前', 'フルネーム', 'ご担当者名', '担当者名'],
  ...['nomeecognome', 'nomeesobrenome', 'nomeeapelido', 'volledigenaam', 'fullstendignavn', 'ansprechpartner'],
])

const FIELD_OF = new Map<string, ContactField>(
  FIELD_NAMES.flatMap((name) =>
    [name.replaceAll('_', ''), ...(FIELD_SPECS[name].aliases ?? [])].map((alias) => [foldName(alias), name] as const),
  ),
)

/** Additional fields that many contacts have, with other names of them in six languages. */
const COMMON_EXTRAS = {
  phone: [
    'phone phonenumber mobile mobilenumber mobilephone telephone telephonenumber tel cell cellphone contactnumber whatsapp',
    'telefon telefonnummer handy handynummer mobilnummer rufnummer mobiltelefon',
    'numerodetelephone portable telephoneportable numerodemobile',
    'telefono numerodetelefono movil telefonomovil celular numerodecelular',
    'telefone numerodetelefone telemovel celularwhatsapp',
    '電話 電話番号 携帯 携帯電話 携帯電話番号 携帯番号 お電話番号',
  ],
  city: ['city town', 'ort stadt wohnort', 'ville', 'ciudad localidad', 'cidade localidade', '市区町村 都市 市町村'],
  country: ['country countryregion', 'land', 'pays', 'pais', '国 国名'],
  job_title: [
    'jobtitle jobposition jobrole',
    'position funktion berufsbezeichnung stellenbezeichnung jobtitel',
    'fonction poste intituledeposte intituleduposte titreduposte',
    'cargo puesto puestodetrabajo',
    'funcao cargoprofissional',
    '役職 肩書き 肩書 役職名',
  ],
  website: [
    'website websiteurl webpage homepage',
    'webseite internetseite webadresse',
    'siteweb siteinternet',
    'sitioweb paginaweb',
    'paginadaweb',
    'ウェブサイト webサイト ホームページ',
  ],
} as const

export type CommonExtra = keyof typeof COMMON_EXTRAS

const EXTRA_OF = new Map<string, CommonExtra>(
  (Object.keys(COMMON_EXTRAS) as CommonExtra[]).flatMap((name) =>
    COMMON_EXTRAS[name].flatMap((names) => names.split(' ').map((each) => [foldName(each), name] as const)),
  ),
)

/** The common additional field that a folded name stands for. */
export function commonExtraNamed(folded: string): CommonExtra | undefined {
  return EXTRA_OF.get(folded)
}

/** The field that a column or an input with this folded name holds. */
export function fieldNamed(folded: string): ContactField | undefined {
  return FIELD_OF.get(folded)
}

/** The field that a folded name such as "name" stands for, depending on which other names have inputs of their own. */
export function nameTarget(
  folded: string,
  { hasFirst, hasLast }: { hasFirst: boolean; hasLast: boolean },
): 'full_name' | 'first_name' | 'last_name' | null {
  const isName = NAMES.has(folded)
  if (!isName && !FULL_NAMES.has(folded)) return null
  if (!hasFirst && !hasLast) return 'full_name'
  if (!isName || (hasFirst && hasLast)) return null
  return hasFirst ? 'last_name' : 'first_name'
}

function foldedSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(foldName))
}

/** Without case, accents and separators. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Chinese and Japanese names begin with the family name. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u

/** Splits "Silva, Ana", "Ana Silva" or "山田 花子". A single name is the first name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [before, after] = name.split(/,(.*)/s).map((part) => part.trim())
  if (before && after) return { first_name: after, last_name: before }
  const [first, ...rest] = name.trim().split(/\s+/)
  if (rest.length > 0 && FAMILY_FIRST.test(name)) return { first_name: rest.join(' '), last_name: first! }
  return { first_name: first!, last_name: rest.join(' ') }
}

/** The first word before the @: "ana" of ana.silva@example.com. */
export function nameOfAddress(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'))
  return local.match(/[\p{L}\p{M}]+/u)?.[0] ?? local
}
