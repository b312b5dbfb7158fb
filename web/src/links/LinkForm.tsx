import { Button, Fieldset, Group, Image, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { api, dataOf, type onceKey, useRefresh } from '../api/client.ts'
import type { Link, LinkPatch, NewLink as NewLinkBody } from '../api/schema.ts'
import { type DialogProps, type MadeProps, MakeDialog, type MakeFormProps, ShownResult } from '../parts/dialogs.tsx'
import { DialogButtons, Form, FormProblem, useApiForm, useSaved } from '../parts/forms.tsx'
import { IconDownload } from '../parts/icons.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Muted, Wrapped } from '../parts/text.tsx'
import { SecondaryLink, SmallButton } from '../parts/ui.tsx'

interface LinkFormProps {
  link: Link | null
  label: string
  send: (body: LinkBody, once: ReturnType<typeof onceKey>) => Promise<unknown>
  onBack: () => void
}

function LinkForm({ link, label, send, onBack }: LinkFormProps) {
  const form = useApiForm<LinkValues>({
    initialValues: toValues(link),
    send: (values, once) => send(toBody(values), once),
    // `utm.source` belongs to the field `source`.
    fieldFor: (path, values) => {
      const field = path.replace(/^utm\./, '')
      return field in values ? field : null
    },
  })
  return (
    <Form of={form} withRefusal={false}>
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
      {form.refusal && <FormProblem {...form.refusal} />}
      <DialogButtons label={label} of={form} onBack={onBack} />
    </Form>
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

type LinkBody = NewLinkBody & { utm: Link['utm'] }
type LinkValues = { target: string; name: string } & Record<UtmName, string>

function toValues(link: Pick<Link, 'target' | 'name' | 'utm'> | null): LinkValues {
  const utm = Object.fromEntries(UTM_NAMES.map((name) => [name, link?.utm[name] ?? ''])) as Record<UtmName, string>
  return { target: link?.target ?? '', name: link?.name ?? '', ...utm }
}

function toBody({ target, name, ...utm }: LinkValues): LinkBody {
  const values = Object.fromEntries(UTM_NAMES.map((each) => [each, utm[each].trim() || null])) as Link['utm']
  return { target: withScheme(target.trim()), name: name.trim() || null, utm: values }
}

/** People type example.com/spring, as in a browser. */
function withScheme(target: string): string {
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(target) ? `https://${target}` : target
}

/** Clicks cause no event, so open pages poll the counts. */
export const REFRESH_MS = 10_000

export function usePatchLink(id: string) {
  const saved = useSaved(['links', id])
  return (body: LinkPatch, done: string) =>
    saved(dataOf(api.PATCH('/v1/links/{id}', { params: { path: { id } }, body })), done)
}

export function NewLink(dialog: DialogProps) {
  const modal = (made: Link | null) => ({
    title: made ? 'The link works' : 'New link',
    closeOnClickOutside: false,
    closeOnEscape: true,
  })
  return <MakeDialog<Link> {...dialog} modal={modal} Form={NewForm} Result={MadeLink} />
}

function NewForm({ onMade, onCancel }: MakeFormProps<Link>) {
  const refresh = useRefresh()
  const send = async (body: LinkBody, header: ReturnType<typeof onceKey>) => {
    onMade(await dataOf(api.POST('/v1/links', { params: { header }, body })))
    void refresh('links')
  }
  return <LinkForm link={null} label="Make the link" onBack={onCancel} send={send} />
}

export function EditLink({ link, onDone }: { link: Link; onDone: () => void }) {
  const patch = usePatchLink(link.id)
  const send = (body: LinkBody) => patch(body, 'The link is saved.').then(onDone)
  return <LinkForm link={link} label="Save" onBack={onDone} send={send} />
}

function MadeLink({ made, onDone }: MadeProps<Link>) {
  return (
    <ShownResult>
      <CodeLine value={made.url} />
      <Wrapped>It leads to {made.target}, and its clicks are counted from now on.</Wrapped>
      <QrCode link={made} />
      <Group justify="flex-end">
        <SecondaryLink to="/links/$id" params={{ id: made.id }}>
          Open its page
        </SecondaryLink>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </ShownResult>
  )
}

const SIZE = 180

/** White in both themes: cameras need dark on light. */
export function QrCode({ link: { id, code, url } }: { link: Link }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Image
        src={`/v1/links/${id}/qr`}
        alt={`QR code of ${url}`}
        w={SIZE}
        h={SIZE}
        bg="white"
        radius="sm"
        bd="1px solid var(--mantine-color-default-border)"
      />
      <Group gap="xs">
        <Download href={`/v1/links/${id}/qr`} name={`${code}.svg`} label="SVG" />
        <Download href={`/v1/links/${id}/qr.png`} name={`${code}.png`} label="PNG" />
      </Group>
    </Stack>
  )
}

function Download({ href, name, label }: { href: string; name: string; label: string }) {
  return (
    <SmallButton
      component="a"
      href={href}
      download={name}
      aria-label={`Download the QR code as ${label}`}
      leftSection={<IconDownload size={14} />}
    >
      {label}
    </SmallButton>
  )
}
