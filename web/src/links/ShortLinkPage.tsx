import { Alert, Anchor, Badge, Group, Modal, Paper, SimpleGrid, Stack, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, useMay, useRead } from '../api/client.ts'
import type { Link, LinkDays } from '../api/schema.ts'
import { countOf } from '../contacts/names.ts'
import { Plot, usePlotControls } from '../overview/Plot.tsx'
import { COLORS, formatDay, type Series } from '../overview/report.ts'
import { useConfirm } from '../parts/dialogs.tsx'
import { useAction, useRemoved } from '../parts/forms.tsx'
import { IconPencil, IconTrash, icon } from '../parts/icons.tsx'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Facts, Figures, NumberTable } from '../parts/tables.tsx'
import { Muted, Small, Time, Wrapped } from '../parts/text.tsx'
import { Empty, Read, SecondaryButton, SecondaryLink, TextLink } from '../parts/ui.tsx'
import { addDays } from '../parts/wall-clock.ts'
import { EditLink, QrCode, REFRESH_MS, UTM_FIELDS, UTM_NAMES, usePatchLink } from './LinkForm.tsx'
import { nameOfLink } from './link.ts'

export function ShortLinkPage() {
  const { id } = useParams({ from: '/inside/links/$id' })
  const link = useRead(['links', id], '/v1/links/{id}', { path: { id }, refetchInterval: REFRESH_MS })
  return (
    <RecordPage of={link} title="Link" back="links" missing="There is no such link">
      {(link) => <Shown key={id} link={link} />}
    </RecordPage>
  )
}

function Shown({ link }: { link: Link }) {
  const isDisabled = link.disabled_at !== null
  return (
    <Page
      title={nameOfLink(link)}
      back="links"
      badge={isDisabled && <Badge color="gray">Disabled</Badge>}
      lead={
        <>
          Made <Time at={link.created_at} span inherit />
          {link.post_id !== null && (
            <>
              {' for '}
              <TextLink to="/posts/$id" params={{ id: link.post_id }}>
                a post
              </TextLink>
            </>
          )}
        </>
      }
      actions={<Actions link={link} />}
    >
      {isDisabled && (
        <Alert color="gray">
          This link is disabled: visitors see a page that says that it is no longer in use. Its counts stay.
        </Alert>
      )}
      <Paper withBorder p="lg" component="section" aria-label="Counts">
        <Group gap="xl" align="flex-start">
          <Figures of={link} />
          {link.leads > 0 && (
            <SecondaryLink to="/contacts" search={{ link: link.id }} size="xs" style={{ alignSelf: 'center' }}>
              {link.leads === 1 ? 'See the lead' : `See the ${link.leads.toLocaleString()} leads`}
            </SecondaryLink>
          )}
        </Group>
        <Muted mt="sm">
          Not counted as clicks: {countOf(link.bots, 'bot')}, {countOf(link.previews, 'page')} loaded ahead,{' '}
          {countOf(link.heads, 'check')} (HEAD).
        </Muted>
      </Paper>
      <LinkClicks link={link} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <PagePart title="Address" p="lg" miw={0}>
          <CodeLine value={link.url} />
          <Wrapped mt="sm">
            Leads to{' '}
            <Anchor href={link.target} target="_blank" rel="noreferrer" inherit>
              {link.target}
            </Anchor>
          </Wrapped>
          <Facts
            label="UTM parameters"
            mt="sm"
            facts={UTM_NAMES.map((name) => link.utm[name] !== null && [UTM_FIELDS[name].label, link.utm[name]])}
          />
        </PagePart>
        <PagePart title="QR code" p="lg" lead={<Muted>For print. It stays right when the target changes.</Muted>}>
          <QrCode link={link} />
        </PagePart>
      </SimpleGrid>
    </Page>
  )
}

function Actions({ link }: { link: Link }) {
  const may = useMay()
  const removed = useRemoved(['links', link.id])
  const patch = usePatchLink(link.id)
  const [isEditing, editing] = useDisclosure()
  const [dialog, ask] = useConfirm()
  const isDisabled = link.disabled_at !== null
  const toggle = useAction(() =>
    patch(
      { disabled: !isDisabled },
      isDisabled ? 'The link works again.' : 'The link is disabled. Visitors see a page that says so.',
    ),
  )
  if (!may.write) return null
  const remove = () =>
    ask({
      title: 'Delete this link?',
      label: 'Delete the link',
      children: (
        <Stack gap="xs">
          <Wrapped>
            {link.url} answers “not found” from then on, also where it is printed. Its counts (
            {countOf(link.clicks, 'click')} by {countOf(link.visitors, 'visitor')}) are lost. This cannot be undone.
          </Wrapped>
          <Small>
            {link.leads > 0 &&
              `${countOf(link.leads, 'lead')} that came by it ${link.leads === 1 ? 'stays' : 'stay'}. `}
            Disable the link instead if you want to keep the counts.
          </Small>
        </Stack>
      ),
      onConfirm: () => {
        const call = api.DELETE('/v1/links/{id}', { params: { path: { id: link.id } } })
        return removed(call, 'The link is deleted.', { to: '/links' })
      },
    })
  return (
    <>
      <SecondaryButton loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {isDisabled ? 'Enable' : 'Disable'}
      </SecondaryButton>
      <ActionMenu
        width={180}
        actions={[
          ['Edit', IconPencil, editing.open],
          ['Delete', IconTrash, remove],
        ]}
      />
      <Modal opened={isEditing} onClose={editing.close} title="Edit the link" size="lg" closeOnClickOutside={false}>
        <EditLink link={link} onDone={editing.close} />
      </Modal>
      {dialog}
    </>
  )
}

const IconClick = icon`M3 12l3 0M12 3l0 3M7.8 7.8l-2.2 -2.2M16.2 7.8l2.2 -2.2M7.8 16.2l-2.2 2.2M12 12l9 3l-4 2l-2 4l-3 -9`

function LinkClicks({ link }: { link: Link }) {
  const { range, isTable, daysControl, tableButton } = usePlotControls()
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: addDays(to, 1 - range), to }
  const days = useRead(['links', link.id, 'days', query], '/v1/links/{id}/days', {
    path: { id: link.id },
    query,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <PagePart
      title="Clicks by day"
      p="lg"
      lead={<Muted>Of people. Days begin and end at midnight UTC.</Muted>}
      actions={[daysControl, tableButton]}
    >
      <Read of={days} rows={6}>
        {(data) => {
          const series = seriesOf(data)
          if (series.total === 0) {
            return (
              <Empty icon={IconClick} title={`No clicks in the last ${range} days`}>
                When somebody opens {link.url}, it is counted here within a few seconds.
              </Empty>
            )
          }
          return (
            <Stack gap="lg">
              {isTable ? (
                <DaysTable days={data.days} />
              ) : (
                <Plot
                  report={{ days: data.days.map(({ day }) => day), total: series.total }}
                  series={[series]}
                  what="clicks"
                />
              )}
              <NumberTable
                aria-label="Where visitors came from"
                maw={560}
                nameStyle={{ overflowWrap: 'anywhere' }}
                head={['Where visitors came from', 'Clicks', 'Visitors']}
                rows={data.sources.map(({ host, clicks, visitors }) => [
                  HOSTS[host] ?? host,
                  clicks.toLocaleString(),
                  visitors.toLocaleString(),
                ])}
              />
            </Stack>
          )
        }}
      </Read>
    </PagePart>
  )
}

function seriesOf({ days }: LinkDays): Series {
  const counts = days.map(({ clicks }) => clicks)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { key: 'clicks', label: 'Clicks', value: null, color: COLORS[0]!, total, counts }
}

/** Leaves out days without visits: the plot shows them. */
function DaysTable({ days }: Pick<LinkDays, 'days'>) {
  const rows = days.filter(({ clicks, bots, previews, heads }) => clicks + bots + previews + heads > 0).toReversed()
  return (
    <Table.ScrollContainer minWidth={360} maxHeight={420}>
      <NumberTable
        aria-label="Clicks by day"
        head={['Day', 'Clicks', 'Visitors', 'Bots']}
        rows={rows.map(({ day, clicks, visitors, bots, previews, heads }) => [
          formatDay(day),
          clicks.toLocaleString(),
          visitors.toLocaleString(),
          (bots + previews + heads).toLocaleString(),
        ])}
      />
    </Table.ScrollContainer>
  )
}

const HOSTS: Record<string, string> = { '': 'Not known (mail, apps, typed in)', other: 'Other websites' }
