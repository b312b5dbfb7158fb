import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Image, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { api, dataOf, type onceKey, useRefresh } from '../api/client.ts'
import type { Link, LinkPatch, NewLink as NewLinkBody } from '../api/schema.ts'
import { useSaved } from '../parts/action.ts'
import { type DialogProps, type MadeProps, MakeDialog, type MakeFormProps, ShownResult } from '../parts/dialogs.tsx'
import { DialogButtons, Form, FormProblem, useApiForm } from '../parts/forms.tsx'
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
    keptAs: `link.${link?.id ?? 'new'}`,
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
        label={t`Target`}
        description={t`The page that visitors get to. You can change it later: the short link stays the same.`}
        placeholder="https://www.example.com/spring"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('target')}
      />
      <TextInput
        label={t`Name`}
        description={t`For your team: where the link will stand. Visitors do not see it.`}
        placeholder={t`Spring newsletter`}
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <Fieldset legend={t`UTM parameters`}>
        <Muted mb="sm">
          <Trans>
            Added to the target, so that your website's statistics and your forms know where a visitor came from (UTM
            parameters). All are optional; a parameter that the target has already stays as it is.
          </Trans>
        </Muted>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {UTM_NAMES.map((name) => (
            <TextInput
              key={name}
              maxLength={255}
              autoComplete="off"
              {...utmField(name)}
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

/** The placeholders are values, which statistics compare: they are not translated. */
const UTM_FIELDS: Record<UtmName, [label: MessageDescriptor, description: MessageDescriptor, placeholder: string]> = {
  source: [
    msg({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }),
    msg`Where the link stands.`,
    'newsletter',
  ],
  medium: [
    msg({ message: 'Medium', comment: 'The kind of source: email, social' }),
    msg`What kind of place that is.`,
    'email',
  ],
  campaign: [msg`Campaign`, msg`What it is part of.`, 'spring'],
  term: [
    msg({ message: 'Term', comment: 'A search word that was paid for' }),
    msg`A search word that was paid for.`,
    'hand-made tiles',
  ],
  content: [
    msg({ message: 'Content', comment: 'Which of several links in one place' }),
    msg`Which of several links in one place. Without it, the code of the link.`,
    'button-below',
  ],
}

export const UTM_NAMES = Object.keys(UTM_FIELDS) as UtmName[]

export function utmField(name: UtmName) {
  const [label, description, placeholder] = UTM_FIELDS[name]
  return { label: i18n._(label), description: i18n._(description), placeholder }
}

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
    title: made ? t`The link works` : t`New link`,
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
  return <LinkForm link={null} label={t`Make the link`} onBack={onCancel} send={send} />
}

export function EditLink({ link, onDone }: { link: Link; onDone: () => void }) {
  const patch = usePatchLink(link.id)
  const send = (body: LinkBody) => patch(body, t`The link is saved.`).then(onDone)
  return <LinkForm link={link} label={t`Save`} onBack={onDone} send={send} />
}

function MadeLink({ made, onDone }: MadeProps<Link>) {
  return (
    <ShownResult>
      <CodeLine value={made.url} />
      <Wrapped>
        <Trans>It leads to {made.target}, and its clicks are counted from now on.</Trans>
      </Wrapped>
      <QrCode link={made} />
      <Group justify="flex-end">
        <SecondaryLink to="/links/$id" params={{ id: made.id }}>
          <Trans>Open its page</Trans>
        </SecondaryLink>
        <Button onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
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
        alt={t`QR code of ${url}`}
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
      aria-label={t`Download the QR code as ${label}`}
      leftSection={<IconDownload size={14} />}
    >
      {label}
    </SmallButton>
  )
}
