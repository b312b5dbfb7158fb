import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Code, CopyButton, Group, Stack, Tabs, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { encode } from 'uqr'
import { download } from './download.ts'
import { IconCheck, IconCopy, IconDownload, IconEyeOff } from './icons.tsx'
import { SmallButton } from './ui.tsx'

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
    <Group gap="xs" align="flex-start">
      <Code block flex="1 1 16rem" miw={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
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

function drawQr(text: string, border: number): { modules: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { modules: size, path: dark.join('') }
}

/** Black on white in both themes, because cameras need it. */
export function QrCode({ text, label, size, border, style }: QrCodeProps) {
  const { modules, path } = drawQr(text, border)
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
      <path d={path} fill="#000" />
    </svg>
  )
}

const PRINT_BORDER = 4
const PIXELS_OF_MODULE = 20

function qrSvg(text: string): Blob {
  const { modules, path } = drawQr(text, PRINT_BORDER)
  const content = `<rect width="${modules}" height="${modules}" fill="#fff"/><path d="${path}" fill="#000"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">${content}</svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

async function qrPng(text: string): Promise<Blob | null> {
  const { modules, path } = drawQr(text, PRINT_BORDER)
  const side = modules * PIXELS_OF_MODULE
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.scale(PIXELS_OF_MODULE, PIXELS_OF_MODULE)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((done) => canvas.toBlob(done))
}

/** `name` is that of the files, without their ending. */
export function QrDownloads({ text, name }: { text: string; name: string }) {
  const { t } = useLingui()
  const ways: Array<[label: string, make: () => Blob | Promise<Blob | null>]> = [
    ['SVG', () => qrSvg(text)],
    ['PNG', () => qrPng(text)],
  ]
  return (
    <Group gap="xs">
      {ways.map(([label, make]) => (
        <SmallButton
          key={label}
          aria-label={t`Download the QR code as ${label}`}
          leftSection={<IconDownload size={14} />}
          onClick={async () => {
            const content = await make()
            if (content !== null) download(`${name}.${label.toLowerCase()}`, content)
          }}
        >
          {label}
        </SmallButton>
      ))}
    </Group>
  )
}
