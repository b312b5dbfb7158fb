import { Alert, Group, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiProblem, messageOf, OFFLINE } from '../api/client.ts'
import { Heading, SmallButton } from './variants.ts'

export function Loading({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}

interface EmptyProps {
  icon: Icon
  title: string
  children: ReactNode
  action?: ReactNode
}

export function Empty({ icon: Sign, title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" size={56} radius="xl">
        <Sign size={30} aria-hidden />
      </ThemeIcon>
      <Heading>{title}</Heading>
      <Text c="dimmed" maw={460} component="div">
        {children}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  )
}

export function Problem({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const isOffline = error instanceof ApiProblem && error.code === OFFLINE
  return (
    <Alert
      color={isOffline ? 'orange' : 'red'}
      role="alert"
      icon={isOffline ? <IconPlugConnectedX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isOffline ? 'No connection' : 'That did not work'}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{messageOf(error)}</Text>
        {retry && <SmallButton onClick={retry}>Try again</SmallButton>}
      </Stack>
    </Alert>
  )
}

interface ReadState<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** Shows a skeleton, the problem, or the data. Data stays visible while it is read again. */
export function Read<T>({ of, rows, children }: { of: ReadState<T>; rows?: number; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (of.error) return <Problem error={of.error} retry={() => void of.refetch()} />
  return <Loading rows={rows} />
}
