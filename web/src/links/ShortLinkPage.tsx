import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Badge, Group, Modal, Paper, SimpleGrid, Stack, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, useMay, useRead } from '../api/client.ts'
import type { Link, LinkDays } from '../api/schema.ts'
import { Plot, usePlotControls } from '../overview/Plot.tsx'
import { COLORS, formatDay, type Series } from '../overview/report.ts'
import { useAction, useRemoved } from '../parts/action.ts'
import { useConfirm } from '../parts/dialogs.tsx'
import { Help } from '../parts/Help.tsx'
import { IconPencil, IconTrash, icon } from '../parts/icons.tsx'
import { formatNumber } from '../parts/locale.ts'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Facts, Figures, NumberTable } from '../parts/tables.tsx'
import { Muted, Small, Time, Wrapped } from '../parts/text.tsx'
import { Empty, Read, SecondaryButton, SecondaryLink, TextLink } from '../parts/ui.tsx'
import { addDays } from '../parts/wall-clock.ts'
import { EditLink, QrCode, REFRESH_MS, UTM_NAMES, usePatchLink, utmField } from './LinkForm.tsx'
import { nameOfLink } from './link.ts'

export function ShortLinkPage() {
  const { id } = useParams({ from: '/inside/links/$id' })
  const link = useRead(['links', id], '/v1/links/{id}', { path: { id }, refetchInterval: REFRESH_MS })
  return (
    <RecordPage of={link} title={t`Link`} back="links" missing={t`There is no such link`}>
      {(link) => <Shown key={id} link={link} />}
    </RecordPage>
  )
}

function Shown({ link }: { link: Link }) {
  const isDisabled = link.disabled_at !== null
  return (
    <Page
      title={nameOfLink(link)}
      help={
        <Help about={t`Short link`} page="links#what-is-counted">
          <Trans>
            The short link stays the same wherever it leads. Clicks are counted without cookies; programs are counted
            apart.
          </Trans>
        </Help>
      }
      back="links"
      badge={isDisabled && <Badge color="gray">{t`Disabled`}</Badge>}
      lead={
        link.post_id === null ? (
          <Trans>
            Created <Time at={link.created_at} span inherit />
          </Trans>
        ) : (
          <Trans>
            Created <Time at={link.created_at} span inherit /> for{' '}
            <TextLink to="/posts/$id" params={{ id: link.post_id }}>
              a post
            </TextLink>
          </Trans>
        )
      }
      actions={<Actions link={link} />}
    >
      {isDisabled && (
        <Alert color="gray">
          <Trans>
            This link is disabled: visitors see a page that says that it is no longer in use. Its counts stay.
          </Trans>
        </Alert>
      )}
      <Paper withBorder p="lg" component="section" aria-label={t`Counts`}>
        <Group gap="xl" align="flex-start">
          <Figures of={link} />
          {link.leads > 0 && (
            <SecondaryLink to="/contacts" search={{ link: link.id }} size="xs" style={{ alignSelf: 'center' }}>
              {plural(link.leads, { one: 'See the lead', other: 'See the # leads' })}
            </SecondaryLink>
          )}
        </Group>
        <NotCounted link={link} />
      </Paper>
      <LinkClicks link={link} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <PagePart title={t({ message: 'Address', comment: 'Of a web page' })} p="lg" miw={0}>
          <CodeLine value={link.url} />
          <Wrapped mt="sm">
            <Trans>
              Leads to{' '}
              <Anchor href={link.target} target="_blank" rel="noreferrer" inherit>
                {link.target}
              </Anchor>
            </Trans>
          </Wrapped>
          <Facts
            label={t`UTM parameters`}
            mt="sm"
            facts={UTM_NAMES.map((name) => link.utm[name] !== null && [utmField(name).label, link.utm[name]])}
          />
        </PagePart>
        <PagePart
          title={t`QR code`}
          p="lg"
          lead={<Muted>{t`For print. It stays right when the target changes.`}</Muted>}
        >
          <QrCode link={link} />
        </PagePart>
      </SimpleGrid>
    </Page>
  )
}

function NotCounted({ link }: { link: Link }) {
  const bots = plural(link.bots, { one: '# bot', other: '# bots' })
  const previews = plural(link.previews, { one: '# page loaded ahead', other: '# pages loaded ahead' })
  const heads = plural(link.heads, { one: '# check by a network', other: '# checks by networks' })
  return (
    <Muted mt="sm">
      <Trans>
        Not counted as clicks: {bots}, {previews}, {heads}.
      </Trans>
    </Muted>
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
      isDisabled ? t`The link works again.` : t`The link is disabled. Visitors see a page that says so.`,
    ),
  )
  if (!may.write) return null
  const { url } = link
  const clicks = plural(link.clicks, { one: '# click', other: '# clicks' })
  const visitors = plural(link.visitors, { one: '# visitor', other: '# visitors' })
  const remove = () =>
    ask({
      title: t`Delete this link?`,
      label: t`Delete the link`,
      children: (
        <Stack gap="xs">
          <Wrapped>
            <Trans>
              {url} answers “not found” from then on, also where it is printed. Its counts ({clicks} by {visitors}) are
              lost. This cannot be undone.
            </Trans>
          </Wrapped>
          <Small>
            {link.leads > 0 &&
              `${plural(link.leads, { one: '# lead that came by it stays.', other: '# leads that came by it stay.' })} `}
            <Trans>Disable the link instead if you want to keep the counts.</Trans>
          </Small>
        </Stack>
      ),
      onConfirm: () => {
        const call = api.DELETE('/v1/links/{id}', { params: { path: { id: link.id } } })
        return removed(call, t`The link is deleted.`, { to: '/links' })
      },
    })
  return (
    <>
      <SecondaryButton loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {isDisabled ? t`Enable` : t`Disable`}
      </SecondaryButton>
      <ActionMenu
        width={180}
        actions={[
          [t`Edit`, IconPencil, editing.open],
          [t`Delete`, IconTrash, remove],
        ]}
      />
      <Modal opened={isEditing} onClose={editing.close} title={t`Edit the link`} size="lg" closeOnClickOutside={false}>
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
      title={t`Clicks by day`}
      p="lg"
      lead={<Muted>{t`Of people. Days begin and end at midnight UTC.`}</Muted>}
      actions={[daysControl, tableButton]}
    >
      <Read of={days} rows={6}>
        {(data) => {
          const series = seriesOf(data)
          if (series.total === 0) {
            return (
              <Empty
                icon={IconClick}
                title={plural(range, { one: 'No clicks in the last # day', other: 'No clicks in the last # days' })}
              >
                <Trans>When somebody opens {link.url}, it is counted here within a few seconds.</Trans>
              </Empty>
            )
          }
          return (
            <Stack gap="lg">
              {isTable ? (
                <DaysTable days={data.days} />
              ) : (
                <Plot
                  report={{ days: data.days.map(({ day }) => day) }}
                  series={[series]}
                  label={plural(series.total, {
                    one: 'Clicks by day: # in all. “Show as table” has the same numbers.',
                    other: 'Clicks by day: # in all. “Show as table” has the same numbers.',
                  })}
                />
              )}
              <NumberTable
                aria-label={t`Where visitors came from`}
                maw={560}
                nameStyle={{ overflowWrap: 'anywhere' }}
                head={[t`Where visitors came from`, t`Clicks`, t`Visitors`]}
                rows={data.sources.map(({ host, clicks, visitors }) => [
                  HOSTS[host] ? i18n._(HOSTS[host]) : host,
                  formatNumber(clicks),
                  formatNumber(visitors),
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
  return { key: 'clicks', label: t`Clicks`, value: null, color: COLORS[0]!, total, counts }
}

/** Leaves out days without visits: the plot shows them. */
function DaysTable({ days }: Pick<LinkDays, 'days'>) {
  const rows = days.filter(({ clicks, bots, previews, heads }) => clicks + bots + previews + heads > 0).toReversed()
  return (
    <Table.ScrollContainer minWidth={360} maxHeight={420}>
      <NumberTable
        aria-label={t`Clicks by day`}
        head={[t`Day`, t`Clicks`, t`Visitors`, t`Bots`]}
        rows={rows.map(({ day, clicks, visitors, bots, previews, heads }) => [
          formatDay(day),
          formatNumber(clicks),
          formatNumber(visitors),
          formatNumber(bots + previews + heads),
        ])}
      />
    </Table.ScrollContainer>
  )
}

const HOSTS: Record<string, MessageDescriptor> = {
  '': msg`Not known (mail, apps, typed in)`,
  other: msg`Other websites`,
}
