import { Code, Group, Text } from '@mantine/core'
import { Copy } from '../parts/Secret.tsx'
import { Strong } from '../parts/variants.ts'

/** Text as it was sent. It can be reached with the keyboard, because it scrolls. */
function CodeBox({ label, text, height }: { label: string; text: string; height: number }) {
  return (
    <Code block mah={height} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      {text}
    </Code>
  )
}

export function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Strong>{title}</Strong>
        <Copy value={text} />
      </Group>
      <CodeBox label={title} text={text} height={420} />
    </div>
  )
}

export function Answer({ text }: { text: string | null }) {
  if (text === null || text === '') return <Text size="sm">The answer was empty.</Text>
  return <CodeBox label="Answer" text={text} height={220} />
}

export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
