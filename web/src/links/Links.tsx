import { Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useList, useMay } from '../api/client.ts'
import type { Link } from '../api/schema.ts'
import { useUrl } from '../parts/forms.tsx'
import { IconLink, IconPlus, IconSearch } from '../parts/icons.tsx'
import { Page, PageTabs } from '../parts/Page.tsx'
import { Copy } from '../parts/Secret.tsx'
import { Time } from '../parts/Time.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { AnchorLink, CountLink, Empty, Hint, Muted, RecordName, Tag } from '../parts/ui.tsx'
import { NewLink, nameOfLink, REFRESH_MS } from './LinkForm.tsx'
import { LinkPageSettings } from './LinkPageSettings.tsx'

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
    render: ({ id, leads }) => <CountLink count={leads} one="lead" many="leads" to="/contacts" search={{ link: id }} />,
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

/** Everything that opened a link and is not a reader. */
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
