import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Paper, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isProblem, ME, readMe, useRead } from '../api/client.ts'
import { IconDoor } from '../parts/icons.tsx'
import { LanguagePicker } from '../parts/LanguagePicker.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Muted, Small } from '../parts/text.tsx'
import { AnchorLink } from '../parts/ui.tsx'
import classes from './Entry.module.css'

interface EntryProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}

export function Entry({ title, lead, children, foot }: EntryProps) {
  useDocumentTitle(`${title} · Doorpost`)
  return (
    <main className={classes.page}>
      <Group gap={8} mb={20} fw={650} fz="1.15rem">
        <IconDoor size={26} />
        Doorpost
      </Group>
      <Paper withBorder shadow="sm" radius="lg" p={{ base: 'lg', xs: 'xl' }} w="100%" maw={420}>
        <Stack gap="lg">
          <Stack gap={6}>
            <Title order={1} size="h3">
              {title}
            </Title>
            {lead && <Muted component="div">{lead}</Muted>}
          </Stack>
          {children}
        </Stack>
      </Paper>
      {foot && (
        <Small mt="lg" ta="center" component="div">
          {foot}
        </Small>
      )}
      <Box mt="lg">
        <LanguagePicker />
      </Box>
    </main>
  )
}

interface ToSignInProps {
  children?: ReactNode
  /** Inside a sentence, where colour alone does not show a link. */
  inText?: boolean
}

export function ToSignIn({ children, inText = false }: ToSignInProps) {
  return (
    <AnchorLink to="/sign-in" inherit underline={inText ? 'always' : 'hover'}>
      {children ?? <Trans>Back to sign-in</Trans>}
    </AnchorLink>
  )
}

export function Command({ words }: { words: string }) {
  const setup = useSetup()
  return <CodeLine value={`${setup.data?.command ?? 'doorpost'} ${words}`} />
}

export function useSetup() {
  return useRead(['setup'], '/v1/setup', { staleTime: 60_000 })
}

/** The value of `#token=` in the link. It is removed from the address bar, so that no history keeps it. */
export function useLinkToken(): string | null {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const inBar = new URLSearchParams(hash).get('token')
  const [token, setToken] = useState(inBar)
  const navigate = useNavigate()
  useEffect(() => {
    if (inBar === null) return
    setToken(inBar)
    void navigate({ to: '.', hash: '', replace: true })
  }, [inBar, navigate])
  return token
}

const noCookie = () =>
  t`You were signed in, but this browser did not keep it. Allow cookies for this address, then sign in again.`

/** The page to return to: always one of our own, never another website. */
export function safeBack(back: string | undefined): string {
  if (!back || !/^\/(?![/\\])/.test(back)) return '/'
  const url = new URL(back, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/'
}

/** Forgets what the previous person saw, then opens the page. */
export function useEnter() {
  const queries = useQueryClient()
  const router = useRouter()
  return async (back?: string): Promise<void> => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] && queryKey[0] !== 'setup' })
    try {
      await queries.fetchQuery({ queryKey: ME, queryFn: () => readMe(), staleTime: 0 })
    } catch (error) {
      if (isProblem(error) && error.status === 401) throw new Error(noCookie(), { cause: error })
      throw error
    }
    router.history.replace(safeBack(back))
  }
}
