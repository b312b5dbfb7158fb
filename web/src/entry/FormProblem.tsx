import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Strong } from '../parts/more-variants.ts'
import type { Refusal } from './useSubmit.ts'

/** What a form was refused for as a whole, and when to try again. */
export function FormProblem({ of }: { of: Refusal | null }) {
  if (of === null) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap={4}>
        {of.texts.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {of.retryAt !== null && <Wait until={of.retryAt} />}
      </Stack>
    </Alert>
  )
}

/** The message says how long to wait; this says when that is over. */
function Wait({ until }: { until: number }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (!isOver) return null
  return <Strong>You can try again now.</Strong>
}
