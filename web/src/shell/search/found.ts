import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../../api/client.ts'
import { fullName } from '../../contacts/names.ts'
import { nameOfLink } from '../../links/link.ts'
import { type Icon, IconAddressBook, IconCalendarEvent, IconForms, IconLink, IconSearch } from '../../parts/icons.tsx'
import { stateLook } from '../../parts/ui.tsx'
import { useNetworkOf } from '../../posts/accounts.ts'
import { stateOf, toEntries } from '../../posts/entries.ts'
import { headlineOf, shorten } from '../../posts/post.ts'
import { type Choice, type ChoiceGroup, matches } from './choices.ts'

const WAIT_MS = 150
/** How many of each kind are shown. */
const SHOWN_MAX = 5
/** Adjacent posts of a group are shown as one. */
const POSTS_READ = 30
const FORMS_READ = 1_000

interface Found {
  groups: ChoiceGroup[]
  /** The groups are results of an earlier text, or incomplete. */
  isWaiting: boolean
  error: unknown
  retry: () => void
}

/** The contacts, posts, forms and links with these words. A newer search cancels the requests of the previous one. */
export function useFound(words: string): Found {
  const { t } = useLingui()
  const networkOf = useNetworkOf({ enabled: words !== '' })
  const [asked] = useDebouncedValue(words, WAIT_MS)
  const q = words === '' ? '' : asked
  const options = { enabled: q !== '', placeholderData: keepPreviousData }
  const limit = SHOWN_MAX + 1
  const contacts = useRead(['contacts', 'found', q], '/v1/contacts', { query: { q, limit }, ...options })
  const posts = useRead(['posts', 'found', q], '/v1/posts', { query: { q, limit: POSTS_READ }, ...options })
  // They are few, and read once for all searches.
  const forms = useRead(['forms', 'found'], '/v1/forms', { query: { limit: FORMS_READ }, ...options })
  const links = useRead(['links', 'found', q], '/v1/links', { query: { q, limit }, ...options })
  const reads = [contacts, posts, forms, links]
  const failed = reads.filter(({ error }) => error !== null)
  const isOpen = q !== ''
  const groups = [
    groupOf({
      key: 'contacts',
      title: t`Contacts`,
      all: t`See all contacts that match`,
      icon: IconAddressBook,
      search: { q },
      choices: contacts.data?.map((contact) => ({
        id: contact.id,
        label: fullName(contact),
        hint: [contact.email, contact.company].filter(Boolean).join(' · '),
      })),
    }),
    groupOf({
      key: 'posts',
      title: t`Posts`,
      all: t`See all posts that match`,
      icon: IconCalendarEvent,
      search: { q, view: 'list' },
      choices: toEntries(posts.data ?? []).map((entry) => {
        const { post, members } = entry
        const networks = [...new Set(members.map((member) => networkOf(member).label))].join(', ')
        const isGroup = members.length > 1
        return {
          id: isGroup ? `groups/${post.group_id}` : post.id,
          label: headlineOf(post),
          hint: `${networks} · ${stateLook(stateOf(entry)).label}`,
        }
      }),
    }),
    groupOf({
      key: 'forms',
      title: t`Forms`,
      all: t`See all forms`,
      icon: IconForms,
      choices: forms.data?.filter(({ name }) => matches(name, q)).map(({ id, name }) => ({ id, label: name })),
    }),
    groupOf({
      key: 'links',
      title: t`Links`,
      all: t`See all links that match`,
      icon: IconLink,
      search: { q },
      choices: links.data?.map((link) => ({
        id: link.id,
        label: shorten(nameOfLink(link)),
        hint: link.url.replace(/^https?:\/\//, ''),
      })),
    }),
  ]
  return {
    groups: isOpen ? groups : [],
    isWaiting:
      words !== asked || (isOpen && reads.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)),
    error: isOpen ? (failed[0]?.error ?? null) : null,
    retry: () => {
      for (const read of failed) void read.refetch()
    },
  }
}

interface Kind {
  /** Also the path of its list. */
  key: string
  title: string
  /** The link to all of them. */
  all: string
  icon: Icon
  search?: Record<string, string>
  choices: Array<Pick<Choice, 'label' | 'hint'> & { id: string }> | undefined
}

function groupOf({ key, title, all, icon, search = {}, choices = [] }: Kind): ChoiceGroup {
  const shown = choices.slice(0, SHOWN_MAX).map(({ id, ...choice }): Choice => {
    const to = `/${key}/${id}`
    return { key: to, icon, to, ...choice }
  })
  const more: Choice = { key: `all ${key}`, label: all, icon: IconSearch, to: `/${key}`, search }
  return { key: `found ${key}`, title, choices: choices.length > SHOWN_MAX ? [...shown, more] : shown }
}
