import { Group, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { countCodePoints } from '../../../../../src/lib/text/text.ts'
import { kindOf } from '../../media.ts'
import { useComposer } from '../composer.ts'
import { altTextMax } from './networks.ts'
import type { Network } from './prepare/plan.ts'
import { useUploaded } from './uploads/use-uploads.ts'

export interface AltTextProps {
  /** A URL, or the key of a file that is being uploaded. */
  entry: string
  at: number
  networks: readonly Network[]
}

/** What the file shows, for people who cannot see it. */
export function AltText({ entry, at, networks }: AltTextProps) {
  const { draft, change } = useComposer()
  const { keepAltText } = useUploaded()
  const id = useId()
  const text = draft.alts[entry] ?? ''
  const max = altTextMax(networks, kindOf(entry))
  const used = countCodePoints(text.trim())
  if (max === null) return null
  return (
    <div style={{ marginTop: 6 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text component="label" htmlFor={id} size="xs" fw={500}>
          Alt text
        </Text>
        <Text
          id={`${id}-count`}
          size="xs"
          c={used > max ? 'var(--mantine-color-error)' : 'dimmed'}
          fw={used > max ? 700 : undefined}
        >
          {used.toLocaleString()} of {max.toLocaleString()}
        </Text>
      </Group>
      <Textarea
        id={id}
        aria-label={`Alt text of file ${at + 1}`}
        aria-describedby={`${id}-count`}
        size="xs"
        minRows={1}
        maxRows={4}
        placeholder="What it shows, for people who cannot see it"
        value={text}
        onBlur={() => keepAltText(entry, text)}
        onChange={({ currentTarget: { value } }) => change(({ alts }) => ({ alts: { ...alts, [entry]: value } }))}
      />
    </div>
  )
}
