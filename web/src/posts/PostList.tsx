import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useList } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { plainReason } from '../parts/reasons.ts'
import { useTimeZone } from '../parts/text.tsx'
import { Loading, Problem, StateBadge, stateLook } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { type Entry, mixOf, stateOf, toEntries } from './entries.ts'
import classes from './PostList.module.css'
import { Signs, Thumb } from './PostParts.tsx'
import { headlineOf, tagsOf, textOf } from './post.ts'
import { type PostsFilter, toQuery } from './search.ts'
import { dayAndTime } from './times.ts'

/** As in PostList.module.css. */
const ROW_PX = { wide: 44, narrow: 68 }
/** Rows from the end at which the next page is read. */
const AHEAD = 20

interface PostListProps {
  filter: PostsFilter
  onCount: (total: number | undefined) => void
  empty: ReactNode
}

/** Only the rows in view are drawn: drawing thousands again for every page took seconds. */
export function PostList({ filter, onCount, empty }: PostListProps) {
  const { t } = useLingui()
  const posts = useList(['posts', 'list'], '/v1/posts', { query: toQuery(filter) })
  const { data, total, more } = posts
  const rows = useMemo(() => toEntries(data?.pages.flatMap((page) => page.data) ?? []), [data])
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const height = isNarrow ? ROW_PX.narrow : ROW_PX.wide
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 10,
    scrollMargin: margin,
  })
  const shown = virtual.getVirtualItems()
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - AHEAD
  const isWanted = rows.length > 0 && isNearEnd && more.has && !more.isLoading
  useEffect(() => {
    if (isWanted) more.load()
  }, [isWanted, more.load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height now
  useEffect(() => {
    virtual.measure()
  }, [height])
  useLayoutEffect(() => {
    if (virtual.isScrolling || list.current === null) return
    const top = Math.round(list.current.getBoundingClientRect().top + window.scrollY)
    if (top !== margin) setMargin(top)
  })
  const known = data === undefined ? undefined : total
  useEffect(() => {
    onCount(known)
    return () => onCount(undefined)
  }, [onCount, known])

  if (posts.error && rows.length === 0) return <Problem error={posts.error} retry={() => void posts.refetch()} />
  if (data === undefined) return <Loading rows={10} height={height - 12} />
  if (rows.length === 0) return empty
  return (
    <Paper withBorder className={classes.frame}>
      <ul
        ref={list}
        className={classes.list}
        style={{ height: virtual.getTotalSize() }}
        aria-label={t`Posts`}
        aria-busy={more.isLoading}
        onKeyDown={moveFocus}
      >
        {shown.map(({ index, start }) => (
          <Row
            key={rows[index]!.post.id}
            entry={rows[index]!}
            index={index}
            count={more.has ? -1 : rows.length}
            top={start - margin}
            q={filter.q}
          />
        ))}
      </ul>
    </Paper>
  )
}

/** Arrow keys move from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = (event.target as HTMLElement).closest('li')
  if (step === undefined || from === null) return
  event.preventDefault()
  const next = event.currentTarget.querySelector<HTMLElement>(`li[data-index="${Number(from.dataset.index) + step}"] a`)
  next?.focus()
}

interface RowProps {
  entry: Entry
  index: number
  /** -1 until all are read. */
  count: number
  top: number
  q: string
}

const Row = memo(function Row({ entry, index, count, top, q }: RowProps) {
  const { post, members } = entry
  const isGroup = members.length > 1
  const reason = plainReason(post.publication)
  const isInText = textOf(post).toLowerCase().includes(q.toLowerCase())
  // Shown if only the tags match.
  const aside = isInText ? reason : tagsOf(post).join(' ')
  const place = isGroup
    ? ({ to: '/posts/groups/$id', params: { id: post.group_id! } } as const)
    : ({ to: '/posts/$id', params: { id: post.id } } as const)
  return (
    <li
      className={classes.item}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <Link {...place} className={classes.row} preload={false}>
        <span className={classes.thing}>
          <Thumb post={post} size={28} />
          <span className={classes.words} dir="auto">
            {headlineOf(post)}
            {aside && <span className={classes.aside}> {aside}</span>}
          </span>
        </span>
        <span className={classes.where}>
          <Signs entry={entry} size={18} most={4} />
          {isGroup && (
            <span className={classes.aside}>
              <Plural value={members.length} one="# post" other="# posts" />
            </span>
          )}
        </span>
        <span className={classes.state}>
          {mixOf(entry, (state) => stateLook(state).label) ?? <StateBadge state={stateOf(entry)} />}
        </span>
        <span className={classes.when}>
          <When post={post} />
        </span>
      </Link>
    </li>
  )
})

function When({ post }: { post: Post }) {
  const zone = useTimeZone()
  const { state, published_at, deferred_until } = post.publication
  const isAgain = state === 'deferred' && deferred_until !== null
  const at = isAgain ? deferred_until : (published_at ?? post.scheduled_date)
  if (at === null) return <Trans>No date</Trans>
  const time = (
    <time dateTime={at} title={formatSince(at)}>
      {dayAndTime(at, zone)}
    </time>
  )
  if (isAgain) return <Trans>Next try {time}</Trans>
  return post.status === 'draft' ? <Trans>Planned {time}</Trans> : time
}
