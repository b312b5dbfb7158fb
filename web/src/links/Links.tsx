import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, dataOf, useList, useMay, useRead } from '../api/client.ts'
import type { Link, LinkPage, LinkPagePatch } from '../api/schema.ts'
import { useSaved } from '../parts/action.ts'
import { changesOf } from '../parts/changes.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { Form, SubmitButton, useApiForm, useUrl } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconExternalLink, IconLink, IconPlus, IconSearch } from '../parts/icons.tsx'
import { formatNumber } from '../parts/locale.ts'
import { Page } from '../parts/Page.tsx'
import { PageTabs } from '../parts/PageTabs.tsx'
import { CodeLine, Copy } from '../parts/Secret.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { Heading, Hint, Muted, RecordName, Strong, Tag, Time } from '../parts/text.tsx'
import { AnchorLink, CountLink, Empty, Read, Sample } from '../parts/ui.tsx'
import { NewLink, REFRESH_MS } from './LinkForm.tsx'
import { nameOfLink } from './link.ts'

export function Links() {
  const [{ tab, new: isNew }, change] = useUrl()
  const may = useMay()
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ new: 'yes' })}>
      <Trans>New link</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Links`}
      help={
        <Help about={t`Short links`} page="links">
          <Trans>
            A short link counts who opens it and which leads it brings. Links in posts are created automatically; make
            others for newsletters, print and profiles.
          </Trans>
        </Help>
      }
      primary={tab !== 'page' && create}
    >
      <PageTabs
        mb="lg"
        tabs={{
          links: { title: t`Short links`, panel: <LinkList create={create} /> },
          page: { title: t`Link page`, panel: <LinkPageSettings /> },
        }}
      />
      {may.write && <NewLink opened={isNew === 'yes'} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}

const columns = (): ReadonlyArray<Column<Link>> => [
  {
    title: t`Link`,
    render: (link) => (
      <Stack gap={2}>
        <RecordName lineClamp={2}>{nameOfLink(link)}</RecordName>
        <Muted style={{ overflowWrap: 'anywhere' }}>{link.url.replace(/^https?:\/\//, '')}</Muted>
        {(link.post_id !== null || link.disabled_at !== null) && (
          <Group gap={6}>
            {link.post_id !== null && (
              <AnchorLink to="/posts/$id" params={{ id: link.post_id }} size="sm">
                <Trans>Its post</Trans>
              </AnchorLink>
            )}
            {link.disabled_at !== null && <Tag>{t`Disabled`}</Tag>}
          </Group>
        )}
      </Stack>
    ),
  },
  { title: t`Clicks`, width: 80, count: ({ clicks }) => clicks },
  { title: t`Visitors`, width: 90, wideOnly: true, count: ({ visitors }) => visitors },
  {
    title: t`Leads`,
    width: 80,
    align: 'right',
    render: ({ id, leads }) => (
      <CountLink
        count={leads}
        name={plural(leads, { one: '# lead', other: '# leads' })}
        to="/contacts"
        search={{ link: id }}
      />
    ),
  },
  {
    title: t`Bots`,
    width: 80,
    align: 'right',
    wideOnly: true,
    render: (link) => <Muted>{formatNumber(machinesOf(link))}</Muted>,
  },
  {
    title: t`Created`,
    width: 120,
    wideOnly: true,
    render: ({ created_at }) => <Time at={created_at} size="sm" />,
  },
  { title: t`Copy`, width: 110, wideOnly: true, render: ({ url }) => <Copy value={url} /> },
]

function machinesOf({ bots, previews, heads }: Link): number {
  return bots + previews + heads
}

function LinkList({ create }: { create: ReactNode }) {
  const [search, set] = useUrl()
  const may = useMay()
  const navigate = useNavigate()
  const q = search.q ?? ''
  const links = useList(['links', 'list'], '/v1/links', { query: { q }, again: REFRESH_MS })
  const nothing =
    q === '' ? (
      <Empty
        icon={IconLink}
        title={t`No links yet`}
        action={create}
        sample={<Sample title={t`Spring newsletter`} text={t`example.com/l/spring`} aside={t`48 clicks`} />}
      >
        <Trans>
          Make one for a newsletter, a flyer or a profile: you get a short address and a QR code, and see who opened it.
        </Trans>{' '}
        {!may.write && <Trans>An owner or editor of the team can make one.</Trans>}
      </Empty>
    ) : (
      <Empty icon={IconSearch} title={t`Nothing matches`}>
        <Trans>Search for another part of the name, the target or the code.</Trans>
      </Empty>
    )
  const isSearchable = q !== '' || links.rows.length > 0
  return (
    <Stack gap="sm">
      {isSearchable && (
        <SearchField
          label={t`Search links`}
          placeholder={t`Search by name, target or code`}
          flex="unset"
          w={{ base: '100%', sm: 320 }}
          value={q}
          onChange={(next) => set({ q: next || undefined })}
        />
      )}
      <RecordList
        of={links}
        label={t`Links`}
        columns={columns()}
        onOpen={({ id }) => void navigate({ to: `/links/${id}` })}
        empty={nothing}
      />
      {links.rows.length > 0 && (
        <Hint>
          <Trans>
            Clicks are those of people. Bots, browsers that load a page ahead and networks that check a link are counted
            apart, as bots. No cookie and no visitor id is involved.
          </Trans>
        </Hint>
      )}
    </Stack>
  )
}

function LinkPageSettings() {
  const page = useRead(['links', 'page'], '/v1/link-page')
  return (
    <Stack gap="md" component="section" aria-label={t`Link page`} maw={720}>
      <div>
        <Heading>{t`Link page`}</Heading>
        <Muted maw={680}>
          <Trans>
            Captions on Instagram cannot be clicked, and a profile there takes one link. This page is for it: it lists
            the links of the posts of the last 90 days, newest first, and clicks count for the post. Posts take part
            when their links are counted.
          </Trans>
        </Muted>
      </div>
      <Read of={page}>{(data) => <PageForm key={data.name ?? ''} page={data} />}</Read>
    </Stack>
  )
}

const toValues = ({ name, title, intro }: LinkPage) => ({ name: name ?? '', title: title ?? '', intro: intro ?? '' })

function PageForm({ page }: { page: LinkPage }) {
  const may = useMay()
  const saved = useSaved(['links', 'page'])
  const save = (body: LinkPagePatch, done: string) => saved(dataOf(api.PATCH('/v1/link-page', { body })), done)
  const isOn = page.name !== null
  const form = useApiForm({
    keptAs: 'link-page',
    initialValues: toValues(page),
    validate: { name: (name) => (name.trim() === '' ? t`Choose a name: it is the end of the address.` : null) },
    send: async (values) => {
      const changes = changesOf(form.getInitialValues(), values)
      const body = Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, text.trim() || null]))
      const page = await save(body, isOn ? t`The page is saved.` : t`The page is there.`)
      form.restart(toValues(page))
    },
  })
  return (
    <Paper withBorder p="lg">
      <Form of={form}>
        {page.url && (
          <div>
            <Strong mb={4}>{t`Put this address into your profile`}</Strong>
            <CodeLine value={page.url} />
            <Anchor href={page.url} target="_blank" rel="noreferrer" size="sm" mt={6} display="inline-block">
              <Group gap={4} component="span">
                <Trans>See the page as visitors do</Trans>
                <IconExternalLink size={14} />
              </Group>
            </Anchor>
          </div>
        )}
        <TextInput
          label={t`Name in the address`}
          description={t`3 to 40 small letters, digits and hyphens. A profile with the old address no longer works after a change.`}
          placeholder={t`harbour-works`}
          autoComplete="off"
          required
          readOnly={!may.write}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t`Title`}
          description={t`Without one, the name of the workspace.`}
          maxLength={80}
          readOnly={!may.write}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={t`Introduction`}
          description={t`A sentence below the title.`}
          maxLength={300}
          readOnly={!may.write}
          {...form.getInputProps('intro')}
        />
        {may.write && (
          <Group>
            <SubmitButton of={form} disabled={!form.isDirty()}>
              {isOn ? t`Save` : t`Make the page`}
            </SubmitButton>
            {isOn && (
              <ConfirmButton
                button={{ children: t`Remove the page` }}
                title={t`Remove the link page?`}
                label={t`Remove the page`}
                onConfirm={() => save({ name: null }, t`The page is gone.`)}
              >
                <Trans>
                  Visitors of {page.url} get “not found”. Links, clicks and leads stay, and you can make the page again.
                </Trans>
              </ConfirmButton>
            )}
          </Group>
        )}
      </Form>
    </Paper>
  )
}
