import { Text } from '@mantine/core'
import { Muted } from '../variants.ts'

export function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <Text fw={700} size="xl">
        {value.toLocaleString()}
      </Text>
      <Muted>{name}</Muted>
    </div>
  )
}
