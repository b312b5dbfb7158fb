import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Code, CopyButton, Group, Stack, Tabs, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { encode } from 'uqr'
import { IconCheck, IconCopy, IconEyeOff } from './icons.tsx'

export function Copy({ value, label }: { value: string; label?: string | undefined }) {
  const { t } = useLingui()
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          variant={copied ? 'light' : 'default'}
          size="xs"
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        >
          {copied ? t`Copied` : (label ?? t`Copy`)}
        </Button>
      )}
    </CopyButton>
  )
}

export function CodeLine({ value, label }: { value: string; label?: string }) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Code block flex={1} miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <Copy value={value} label={label} />
    </Group>
  )
}

export function CodeTabs({ codes }: { codes: Record<string, string> }) {
  return (
    <Tabs defaultValue={Object.keys(codes)[0]} keepMounted={false}>
      <Tabs.List mb="xs">
        {Object.keys(codes).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(codes).map(([name, code]) => (
        <Tabs.Panel key={name} value={name}>
          <CodeLine value={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const NOW: Record<'key' | 'link' | 'URL' | 'signing secret' | 'new secret', MessageDescriptor> = {
  key: msg`Copy the key now`,
  link: msg`Copy the link now`,
  URL: msg`Copy the URL now`,
  'signing secret': msg`Copy the signing secret now`,
  'new secret': msg`Copy the new secret now`,
}

export function ShownOnce({ what, value }: { what: keyof typeof NOW; value: string }) {
  const { t } = useLingui()
  return (
    <Alert color="yellow" icon={<IconEyeOff />} title={t(NOW[what])}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>It is shown this once and cannot be seen again.</Trans>
        </Text>
        <CodeLine value={value} />
      </Stack>
    </Alert>
  )
}

interface QrCodeProps {
  text: string
  label: string
  size: number
  /** Quiet zone, in modules. */
  border: number
  style: CSSProperties
}

/** Black on white in both themes, because cameras need it. */
export function QrCode({ text, label, size, border, style }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      width={size}
      height={size}
      style={style}
      viewBox={`0 0 ${modules} ${modules}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
