import { Alert, Button, Code, CopyButton, Group, Stack, Tabs, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { encode } from 'uqr'
import { IconCheck, IconCopy, IconEyeOff } from './icons.tsx'

export function Copy({ value, label = 'Copy' }: { value: string; label?: string }) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          variant={copied ? 'light' : 'default'}
          size="xs"
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        >
          {copied ? 'Copied' : label}
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

export function ShownOnce({ what, value }: { what: string; value: string }) {
  return (
    <Alert color="yellow" icon={<IconEyeOff />} title={`Copy the ${what} now`}>
      <Stack gap="xs">
        <Text size="sm">It is shown this once and cannot be seen again.</Text>
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
