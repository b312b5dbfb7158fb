import { Card, SimpleGrid, Text } from '@mantine/core'
import { Muted } from '../../parts/variants.ts'

/** Numbers that add up, beside each other. */
export function Counts({ counts }: { counts: ReadonlyArray<readonly [label: string, count: number]> }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: counts.length }} spacing="sm">
      {counts.map(([label, count]) => (
        <Card key={label} withBorder padding="md">
          <Text size="xl" fw={700}>
            {count.toLocaleString()}
          </Text>
          <Muted>{label}</Muted>
        </Card>
      ))}
    </SimpleGrid>
  )
}
