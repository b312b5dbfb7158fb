import { Code, Group, Text } from '@mantine/core'
import { Copy } from '../parts/Secret.tsx'

/** Text as it was sent. It can be reached with the keyboard, because it scrolls. */
export function CodeBox({ label, text, height }: { label: string; text: string; height: number }) {
  return (
    <Code block mah={height} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      {text}
    </Code>
  )
}

/** Data as it is sent, with line breaks for people. */
export function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Copy value={text} />
      </Group>
      <CodeBox label={title} text={text} height={420} />
    </div>
  )
}
