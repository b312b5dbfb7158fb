import { Text } from '@mantine/core'
import { CodeBox } from '../Json.tsx'

/** What an endpoint answered, as it said it. */
export function Answer({ text }: { text: string | null }) {
  if (text === null || text === '') return <Text size="sm">The answer was empty.</Text>
  return <CodeBox label="Answer" text={text} height={220} />
}

export function formatMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
