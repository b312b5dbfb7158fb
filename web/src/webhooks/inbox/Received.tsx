import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Code, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Webhook } from '../../api/schema.ts'
import { download } from '../../parts/download.ts'
import { useUrlChoice } from '../../parts/forms.tsx'
import { IconDownload } from '../../parts/icons.tsx'
import { formatBytes, formatNumber } from '../../parts/locale.ts'
import { Copy } from '../../parts/Secret.tsx'
import { spoken } from '../../parts/spoken.ts'
import { Heading, Hint, Muted, useTimeZone } from '../../parts/text.tsx'
import { SmallButton, tell } from '../../parts/ui.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import { type Content, contentOf, hexOf, type Received } from './body.ts'
import classes from './inbox.module.css'
import { JsonTree } from './JsonTree.tsx'

export interface ReceivedProps<T> {
  webhook: Webhook
  id: string
  /** The list's version, shown until the whole one is loaded. */
  listed: T | undefined
}

const VIEWS = spoken({ pretty: msg`Pretty`, raw: msg`Raw`, headers: msg`Headers` })

const TEXT_SHOWN_MAX = 100_000

interface ReceivedDetailProps {
  received: Received
  actions: ReactNode
  /** Beside type and size. */
  facts?: string[]
  /** Below the facts. */
  notes?: ReactNode
  children: ReactNode
  /** Otherwise the download is made from `received`. */
  rawPath?: string
}

export function ReceivedDetail({ received, actions, facts = [], notes, children, rawPath }: ReceivedDetailProps) {
  const zone = useTimeZone()
  const view = useUrlChoice('view', VIEWS, 'pretty')
  const content = useMemo(() => contentOf(received), [received])
  return (
    <Stack>
      <div>
        <Group justify="space-between" align="flex-start" gap="xs">
          <Heading>{formatTime(received.received_at, zone)}</Heading>
          {actions}
        </Group>
        <Muted style={{ overflowWrap: 'anywhere' }}>
          {[received.content_type ?? t`no content type`, formatBytes(received.body_bytes), ...facts].join(' · ')}
        </Muted>
        {notes}
      </div>
      {children}
      <Stack gap="sm">
        <Group justify="space-between">
          <SegmentedControl size="xs" {...view} aria-label={t`How to show it`} />
          <Group gap="xs">
            {received.body_text !== null && received.body_text !== '' && <Copy value={received.body_text} />}
            {received.body_bytes > 0 && content.kind !== 'left_out' && (
              <Download received={received} content={content} rawPath={rawPath} />
            )}
          </Group>
        </Group>
        {view.value === 'pretty' && <Pretty content={content} />}
        {view.value === 'raw' && <Raw content={content} text={received.body_text} />}
        {view.value === 'headers' && <Headers received={received} />}
      </Stack>
    </Stack>
  )
}

interface DownloadProps extends Pick<ReceivedDetailProps, 'received' | 'rawPath'> {
  content: Content
}

function Download({ received, content, rawPath }: DownloadProps) {
  const save = () => {
    const part = content.kind === 'binary' ? (content.bytes as Uint8Array<ArrayBuffer>) : (received.body_text ?? '')
    download(`${received.id}.bin`, new Blob([part], { type: 'application/octet-stream' }))
  }
  const how = rawPath ? { component: 'a' as const, href: rawPath, download: true } : { onClick: save }
  return (
    <SmallButton leftSection={<IconDownload size={14} />} {...how}>
      <Trans>Download</Trans>
    </SmallButton>
  )
}

function Pretty({ content }: { content: Content }) {
  switch (content.kind) {
    case 'json':
      return <JsonTree value={content.value} label={t`Content of the delivery`} />
    case 'form':
      return (
        <Pairs label={t`Fields of the form`} head={t`Field`} pairs={content.fields} none={t`The form has no fields.`} />
      )
    case 'text':
      return <TextBlock text={content.text} />
    case 'binary':
      return (
        <Text c="dimmed">
          <Trans>
            This is no text: {formatBytes(content.bytes.length)} of binary data. See its bytes under Raw, or download
            it.
          </Trans>
        </Text>
      )
    case 'empty':
      return (
        <Text c="dimmed">
          <Trans>It came without content.</Trans>
        </Text>
      )
    case 'left_out':
      return (
        <Text c="dimmed">
          <Trans>Loading the content…</Trans>
        </Text>
      )
  }
}

function Raw({ content, text }: { content: Content; text: string | null }) {
  if (content.kind === 'binary') {
    return (
      <Code
        block
        className={classes.code}
        style={{ whiteSpace: 'pre' }}
        tabIndex={0}
        aria-label={t`Bytes of the delivery`}
      >
        {hexOf(content.bytes)}
      </Code>
    )
  }
  if (text === null || text === '') return <Pretty content={content} />
  return <TextBlock text={text} />
}

function TextBlock({ text }: { text: string }) {
  const left = text.length - TEXT_SHOWN_MAX
  return (
    <>
      <Code block className={classes.code} tabIndex={0} aria-label={t`Text of the delivery`}>
        {left > 0 ? text.slice(0, TEXT_SHOWN_MAX) : text}
      </Code>
      {left > 0 && (
        <Muted>
          <Trans>{formatNumber(left)} characters more are not shown. Download it to see all.</Trans>
        </Muted>
      )}
    </>
  )
}

function Headers({ received }: { received: Received }) {
  const query = [...new URLSearchParams(received.query)]
  return (
    <Stack gap="md">
      <Pairs
        label={t`Headers`}
        head={t`Header`}
        pairs={received.headers.map(([name = '', value = '']) => [name, value])}
        none={t`It came without headers.`}
      />
      {query.length > 0 && <Pairs label={t`Behind the URL`} head={t`Behind the ?`} pairs={query} none="" />}
      <Hint style={{ overflowWrap: 'anywhere' }}>
        <Trans>SHA-256 of the content: {received.body_sha256}. Credentials and cookies are left out.</Trans>
      </Hint>
    </Stack>
  )
}

interface PairsProps {
  label: string
  head: string
  pairs: Array<[string, string]>
  none: string
}

function Pairs({ label, head, pairs, none }: PairsProps) {
  if (pairs.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <Table aria-label={label} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.headerName}>{head}</Table.Th>
          <Table.Th>
            <Trans>Value</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pairs.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
          <Table.Tr key={index}>
            <Table.Td className={classes.headerName}>{name}</Table.Td>
            <Table.Td className={classes.cell}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Refetches the list first, so that the open detail is not refetched, then the counts of the webhook. */
export function useReceivedChange(webhookId: string, list: 'deliveries' | 'rejections') {
  const queries = useQueryClient()
  return async <T,>(call: Promise<T>, leave: (answer: T) => unknown, done: (answer: T) => string): Promise<void> => {
    const answer = await call
    await queries.invalidateQueries({ queryKey: ['webhooks', webhookId, list] })
    void queries.invalidateQueries({ queryKey: ['webhooks', webhookId], exact: true })
    tell.done(done(answer))
    await leave(answer)
  }
}
