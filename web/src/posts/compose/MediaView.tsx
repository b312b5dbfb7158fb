import { Image, Stack } from '@mantine/core'
import { IconMovie, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { previewOf } from '../../parts/preview.ts'
import { isWebUrl, kindOf } from '../media.ts'

const GROUND = 'var(--mantine-color-default-hover)'

/** A picture, or an icon when there is none to show: videos are not fetched. A small icon has no words below it. */
export function MediaView({ url, alt, small = false }: { url: string; alt: string; small?: boolean }) {
  // Not tried again until the address changes.
  const [failed, setFailed] = useState<string | null>(null)
  const kind = kindOf(url)
  if (isWebUrl(url) && kind !== 'video' && failed !== url) {
    return <Image src={previewOf(url)} alt={alt} h="100%" bg={GROUND} onError={() => setFailed(url)} />
  }
  const Sign = kind === 'video' ? IconMovie : IconPhotoOff
  const words = kind === 'video' ? 'Video' : 'Cannot be shown here'
  return (
    <Stack
      component="span"
      align="center"
      justify="center"
      gap={4}
      h="100%"
      mih="inherit"
      p={4}
      fz="xs"
      ta="center"
      c="dimmed"
      bg={GROUND}
      role="img"
      aria-label={`${alt}: ${words}`}
    >
      <Sign size={22} aria-hidden />
      {!small && <span>{words}</span>}
    </Stack>
  )
}
