import { plural } from '@lingui/core/macro'
import { Anchor, Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, dataOf, useList, useMay, useRead } from '../api/client.ts'
import type { Link, LinkPage, LinkPagePatch } from '../api/schema.ts'
import { changesOf } from '../parts/changes.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { Form, SubmitButton, useApiForm, useSaved, useUrl } from '../parts/forms.tsx'
import { IconExternalLink, IconLink, IconPlus, IconSearch } from '../parts/icons.tsx'
import { Page, PageTabs } from '../parts/Page.tsx'
import { CodeLine, Copy } from '../parts/Secret.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { Heading, Hint, Muted, RecordName, Strong, Tag, Time } from '../parts/text.tsx'
import { AnchorLink, CountLink, Empty, Read } from '../parts/ui.tsx'
import { NewLink, REFRESH_MS } from './LinkForm.tsx'
import { nameOfLink } from './link.ts'

export function Links() {
  const [{ tab, new: isNew }, change] = useUrl()
  const may = useMay()
  const create = may.write && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ new: 'yes' })}>
      New link
    </Button>
  )
  return (
    <Page
      title="Links"
      lead="A short link counts who opens it and which leads it brings. Those of posts are made by themselves; make others for newsletters, print and profiles."
      actions={tab !== 'page' && create}
    >
      <PageTabs
        mb="lg"
        tabs={{
          links: { title: 'Short links', panel: <LinkList create={create} /> },
          page: { title: 'Link page', panel: <LinkPageSettings /> },
        }}
      />
      {may.write && <NewLink opened={isNew === 'yes'} onClose={() => change({ new: undefined })} />}
    </Page>
  )
}

const COLUMNS: ReadonlyArray<Column<Link>> = [
  {
    title: 'Link',
    render: (link) => (
      <Stack gap={2}>
        <RecordName lineClamp={2}>{nameOfLink(link)}</RecordName>
        <Muted style={{ overflowWrap: 'anywhere' }}>{link.url.replace(/^https?:\/\//, '')}</Muted>
        {(link.post_id !== null || link.disabled_at !== null) && (
          <Group gap={6}>
            {link.post_id !== null && (
              <AnchorLink to="/posts/$id" params={{ id: link.post_id }} size="sm">
                Its post
              </AnchorLink>
            )}
            {link.disabled_at !== null && <Tag>Disabled</Tag>}
          </Group>
        )}
      </Stack>
    ),
  },
  { title: 'Clicks', width: 80, count: ({ clicks }) => clicks },
  { title: 'Visitors', width: 90, wideOnly: true, count: ({ visitors }) => visitors },
  {
    title: 'Leads',
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
    title: 'Bots',
    width: 80,
    align: 'right',
    wideOnly: true,
    render: (link) => <Muted>{machinesOf(link).toLocaleString()}</Muted>,
  },
  { title: 'Made', width: 120, wideOnly: true, render: ({ created_at }) => <Time at={created_at} size="sm" /> },
  { title: 'Copy', width: 110, wideOnly: true, render: ({ url }) => <Copy value={url} /> },
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
      <Empty icon={IconLink} title="No links yet" action={create}>
        Make one for a newsletter, a flyer or a profile: you get a short address and a QR code. Links in posts become
        short ones when the settings or the composer say so.
        {!may.write && ' An owner or editor of the team can make one.'}
      </Empty>
    ) : (
      <Empty icon={IconSearch} title="Nothing matches">
        Search for another part of the name, the target or the code.
      </Empty>
    )
  const isSearchable = q !== '' || links.rows.length > 0
  return (
    <Stack gap="sm">
      {isSearchable && (
        <SearchField
          label="Search links"
          placeholder="Search by name, target or code"
          flex="unset"
          w={{ base: '100%', sm: 320 }}
          value={q}
          onChange={(next) => set({ q: next || undefined })}
        />
      )}
      <RecordList
        of={links}
        label="Links"
        columns={COLUMNS}
        onOpen={({ id }) => void navigate({ to: `/links/${id}` })}
        empty={nothing}
      />
      {links.rows.length > 0 && (
        <Hint>
          Clicks are those of people. Bots, browsers that load a page ahead and networks that check a link are counted
          apart, as bots. No cookie and no visitor id is involved.
        </Hint>
      )}
    </Stack>
  )
}

function LinkPageSettings() {
  const page = useRead(['links', 'page'], '/v1/link-page')
  return (
    <Stack gap="md" component="section" aria-label="Link page" maw={720}>
      <div>
        <Heading>Link page</Heading>
        <Muted maw={680}>
          Captions on Instagram cannot be clicked, and a profile there takes one link. This page is for it: it lists the
          links of the posts of the last 90 days, newest first, and clicks count for the post. Posts take part when
          their links are tracked (with UTM parameters or short).
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
    initialValues: toValues(page),
    validate: { name: (name) => (name.trim() === '' ? 'Choose a name: it is the end of the address.' : null) },
    send: async (values) => {
      const changes = changesOf(form.getInitialValues(), values)
      const body = Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, text.trim() || null]))
      const page = await save(body, isOn ? 'The page is saved.' : 'The page is there.')
      form.restart(toValues(page))
    },
  })
  return (
    <Paper withBorder p="lg">
      <Form of={form}>
        {page.url && (
          <div>
            <Strong mb={4}>Put this address into your profile</Strong>
            <CodeLine value={page.url} />
            <Anchor href={page.url} target="_blank" rel="noreferrer" size="sm" mt={6} display="inline-block">
              <Group gap={4} component="span">
                See the page as visitors do
                <IconExternalLink size={14} />
              </Group>
            </Anchor>
          </div>
        )}
        <TextInput
          label="Name in the address"
          description="3 to 40 small letters, digits and hyphens. A profile with the old address no longer works after a change."
          placeholder="harbour-works"
          autoComplete="off"
          required
          readOnly={!may.write}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Title"
          description="Without one, the name of the workspace."
          maxLength={80}
          readOnly={!may.write}
          {...form.getInputProps('title')}
        />
        <Textarea
          label="Introduction"
          description="A sentence below the title."
          maxLength={300}
          readOnly={!may.write}
          {...form.getInputProps('intro')}
        />
        {may.write && (
          <Group>
            <SubmitButton of={form} disabled={!form.isDirty()}>
              {isOn ? 'Save' : 'Make the page'}
            </SubmitButton>
            {isOn && (
              <ConfirmButton
                button={{ children: 'Remove the page' }}
                title="Remove the link page?"
                label="Remove the page"
                onConfirm={() => save({ name: null }, 'The page is gone.')}
              >
                Visitors of {page.url} get “not found”. Links, clicks and leads stay, and you can make the page again.
              </ConfirmButton>
            )}
          </Group>
        )}
      </Form>
    </Paper>
  )
}
