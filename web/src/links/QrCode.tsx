import { Group, Image, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Link } from '../api/schema.ts'
import { SmallButton } from '../parts/variants.ts'

const SIZE = 180

/** White around it in both themes: dark on light is what cameras read. */
export function QrCode({ link: { id, code, url } }: { link: Link }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Image
        src={`/v1/links/${id}/qr`}
        alt={`QR code of ${url}`}
        w={SIZE}
        h={SIZE}
        bg="white"
        radius="sm"
        bd="1px solid var(--mantine-color-default-border)"
      />
      <Group gap="xs">
        <Download href={`/v1/links/${id}/qr`} name={`${code}.svg`} label="SVG" />
        <Download href={`/v1/links/${id}/qr.png`} name={`${code}.png`} label="PNG" />
      </Group>
    </Stack>
  )
}

function Download({ href, name, label }: { href: string; name: string; label: string }) {
  return (
    <SmallButton
      component="a"
      href={href}
      download={name}
      aria-label={`Download the QR code as ${label}`}
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {label}
    </SmallButton>
  )
}
