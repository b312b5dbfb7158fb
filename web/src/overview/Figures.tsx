import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PROVIDERS } from '../../../src/platforms/registry.ts'
import { useMay, useRead } from '../api/client.ts'
import type { Attention, AttributionReport, Upcoming } from '../api/schema.ts'
import { formatDate, formatNumber } from '../parts/locale.ts'
import { networkColor } from '../parts/networks.ts'
import { PROVIDER } from '../parts/platforms.tsx'
import { Muted, useTimeZone } from '../parts/text.tsx'
import { Problem } from '../parts/ui.tsx'
import { addDays, formatSince } from '../parts/wall-clock.ts'
import { useLines } from './attention.ts'
import { TONE } from './NeedsYou.tsx'
import classes from './Overview.module.css'
import { compare } from './report.ts'

const DAYS = 30

interface FiguresProps {
  attention: Attention | undefined
  upcoming: Upcoming | undefined
}

/** The main figures, each with its previous value and a link to the details. */
export function Figures({ attention, upcoming }: FiguresProps) {
  const { t } = useLingui()
  // Reports of leads and clicks count by days in UTC.
  const to = new Date().toISOString().slice(0, 10)
  const query = { by: 'network', touch: 'last', from: addDays(to, 1 - DAYS), to } as const
  const report = useRead(['reports', 'attribution', query], '/v1/reports/attribution', { query })
  if (report.error && !report.data) return <Problem error={report.error} retry={() => void report.refetch()} />
  return (
    <ul className={classes.figures} aria-label={t`Figures`}>
      {report.data && <Leads of={report.data} />}
      {report.data?.totals.clicks != null && <Clicks of={report.data} />}
      {upcoming && <NextPost of={upcoming} />}
      {attention && <ToDo of={attention} />}
    </ul>
  )
}

interface TileProps {
  name: string
  to: string
  hash?: string
  search?: Record<string, string>
  figure: ReactNode
  note: ReactNode
  children?: ReactNode
}

function Tile({ name, to, hash, search = {}, figure, note, children }: TileProps) {
  return (
    <li>
      <Link to={to} search={search} {...(hash && { hash })} className={classes.tile}>
        <Muted component="span">{name}</Muted>
        <Text component="span" className={classes.figure}>
          {figure}
        </Text>
        <Muted component="span" className={classes.note}>
          {note}
        </Muted>
        {children && (
          <span className={classes.plot} aria-hidden>
            {children}
          </span>
        )}
      </Link>
    </li>
  )
}

function Leads({ of: { totals, days, series } }: { of: AttributionReport }) {
  const { t } = useLingui()
  const counts = days.map((_, index) => series.reduce((sum, one) => sum + (one.counts[index] ?? 0), 0))
  return (
    <Tile
      name={t`New leads in ${DAYS} days`}
      to="/results"
      figure={formatNumber(totals.leads)}
      note={compare(totals.leads, totals.leads_before, DAYS)}
    >
      <Spark counts={counts} />
    </Tile>
  )
}

function Clicks({ of: { totals, rows } }: { of: AttributionReport }) {
  const { t } = useLingui()
  const clicks = totals.clicks ?? 0
  const parts = PROVIDERS.map((network) => ({
    network,
    count: rows.find(({ key }) => key === network)?.clicks ?? 0,
  })).filter(({ count }) => count > 0)
  const other = clicks - parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tile
      name={t`Clicks in ${DAYS} days`}
      to="/results"
      search={{ by: 'network' }}
      figure={formatNumber(clicks)}
      note={compare(clicks, totals.clicks_before ?? 0, DAYS)}
    >
      {clicks > 0 && (
        <span className={classes.share}>
          {parts.map(({ network, count }) => (
            <span key={network} style={{ flexGrow: count, background: networkColor(network)! }} />
          ))}
          {other > 0 && <span style={{ flexGrow: other }} />}
        </span>
      )}
      <span className={classes.shares}>
        {parts.map(({ network, count }) => {
          const { icon: Sign } = PROVIDER[network]
          return (
            <span key={network}>
              <Sign size={14} />
              {formatNumber(count)}
            </span>
          )
        })}
      </span>
    </Tile>
  )
}

function NextPost({ of: { next, days, series, total } }: { of: Upcoming }) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const may = useMay()
  const [post] = next
  if (post === undefined) {
    return (
      <Tile
        name={t`Next post`}
        to={may.write ? '/posts/new' : '/posts'}
        figure={<Trans comment="No post is scheduled">None</Trans>}
        note={<Trans>Nothing goes out in the next seven days.</Trans>}
      />
    )
  }
  const counts = days.map((_, index) => series.reduce((sum, one) => sum + (one.counts[index] ?? 0), 0))
  const at = formatDate(post.scheduled_date, zone, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <Tile
      name={t`Next post`}
      to={`/posts/${post.id}`}
      figure={<span className={classes.words}>{at}</span>}
      note={`${formatSince(post.scheduled_date)} · ${plural(total, { one: '# in seven days', other: '# in seven days' })}`}
    >
      <Spark counts={counts} />
    </Tile>
  )
}

function ToDo({ of }: { of: Attention }) {
  const { t } = useLingui()
  const lines = useLines(of)
  const count = lines.length + (of.publishing === null ? 0 : 1)
  const isBad = of.publishing !== null || lines.some(({ tone }) => tone === 'bad')
  const color = count === 0 ? undefined : TONE[isBad ? 'bad' : 'warn']
  return (
    <Tile
      name={t`Needs attention`}
      to="/"
      hash="attention"
      figure={<span style={{ color }}>{formatNumber(count)}</span>}
      note={of.publishing ? <Trans>Publishing is paused</Trans> : (lines[0]?.title ?? <Trans>All fine</Trans>)}
    />
  )
}

/** A small plot beside a figure: one bar for each day. It repeats what the figure says. */
function Spark({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts, 1)
  const band = 100 / Math.max(counts.length, 1)
  return (
    <svg width="100%" height="40" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden>
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * 40)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
            key={index}
            x={index * band + band * 0.1}
            width={band * 0.8}
            y={40 - height}
            height={height}
            fill={count === 0 ? 'var(--mantine-color-default-border)' : 'var(--mantine-primary-color-filled)'}
          />
        )
      })}
    </svg>
  )
}
