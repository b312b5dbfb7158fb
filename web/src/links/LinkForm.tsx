import { Fieldset, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { api, dataOf } from '../api/client.ts'
import type { Link, LinkPatch, NewLink } from '../api/schema.ts'
import { useSaved } from '../parts/forms/useChange.ts'
import { Muted } from '../parts/variants.ts'

export function LinkFields({ form }: { form: UseFormReturnType<LinkValues> }) {
  return (
    <>
      <TextInput
        label="Target"
        description="The page that visitors get to. You can change it later: the short link stays the same."
        placeholder="https://www.example.com/spring"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('target')}
      />
      <TextInput
        label="Name"
        description="For your team: where the link will stand. Visitors do not see it."
        placeholder="Spring newsletter"
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <Fieldset legend="UTM parameters">
        <Muted mb="sm">
          Added to the target, so that your website's statistics and your forms know where a visitor came from. All are
          optional; a parameter that the target has already stays as it is.
        </Muted>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {UTM_NAMES.map((name) => (
            <TextInput
              key={name}
              maxLength={255}
              autoComplete="off"
              {...UTM_FIELDS[name]}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
    </>
  )
}

type UtmName = keyof Link['utm']

export const UTM_FIELDS: Record<UtmName, { label: string; description: string; placeholder: string }> = {
  source: { label: 'Source', description: 'Where the link stands.', placeholder: 'newsletter' },
  medium: { label: 'Medium', description: 'What kind of place that is.', placeholder: 'email' },
  campaign: { label: 'Campaign', description: 'What it is part of.', placeholder: 'spring' },
  term: { label: 'Term', description: 'A search word that was paid for.', placeholder: 'hand-made tiles' },
  content: {
    label: 'Content',
    description: 'Which of several links in one place. Without it, the code of the link.',
    placeholder: 'button-below',
  },
}

export const UTM_NAMES = Object.keys(UTM_FIELDS) as UtmName[]

export type LinkValues = { target: string; name: string } & Record<UtmName, string>

export function toValues(link: Pick<Link, 'target' | 'name' | 'utm'> | null): LinkValues {
  const utm = Object.fromEntries(UTM_NAMES.map((name) => [name, link?.utm[name] ?? ''])) as Record<UtmName, string>
  return { target: link?.target ?? '', name: link?.name ?? '', ...utm }
}

export function toBody({ target, name, ...utm }: LinkValues): NewLink & { utm: Link['utm'] } {
  const values = Object.fromEntries(UTM_NAMES.map((each) => [each, utm[each].trim() || null])) as Link['utm']
  return { target: withScheme(target.trim()), name: name.trim() || null, utm: values }
}

/** People type example.com/spring as they would into a browser. */
function withScheme(target: string): string {
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(target) ? `https://${target}` : target
}

/** `utm.source` belongs to the field `source`. */
export function fieldFor(path: string, values: LinkValues): string | null {
  const field = path.replace(/^utm\./, '')
  return field in values ? field : null
}

export function nameOfLink({ name, target }: Pick<Link, 'name' | 'target'>): string {
  return name ?? target.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

/** Clicks cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function usePatchLink(id: string) {
  const saved = useSaved(['links', id])
  return (body: LinkPatch, done: string) =>
    saved(dataOf(api.PATCH('/v1/links/{id}', { params: { path: { id } }, body })), done)
}
