import { Alert } from '@mantine/core'
import { IconWorldOff } from '@tabler/icons-react'
import { useStoreFacts } from '../../../media/reads.ts'
import { ownPathOf } from '../../../parts/preview.ts'
import { Hint, Small } from '../../../parts/variants.ts'
import type { Issue } from '../draft/checks.ts'
import type { MediaListProps } from './MediaList.tsx'
import { listNetworks } from './networks.ts'
import { isPending } from './uploads/pending.ts'

/** The API says the same of every file; once is enough. */
export function useOtherIssues(issues: Issue[]): Issue[] {
  const { data: store } = useStoreFacts()
  const problem = store?.fetch_problem
  return problem ? issues.filter(({ message }) => !message.includes(problem)) : issues
}

/** Whether networks that fetch files by themselves will get those of the library, and how to make it so. */
export function Reach({ value, networks }: Pick<MediaListProps, 'value' | 'networks'>) {
  const { data: store } = useStoreFacts()
  const fetchers = networks.filter(({ media }) => !media.uploaded)
  const hasOwn = value.some((entry) => isPending(entry) || ownPathOf(entry) !== null)
  if (!store || !hasOwn || fetchers.length === 0) return null
  const names = listNetworks(fetchers)
  const { fetch_problem: problem } = store
  if (problem === null) {
    const fetch = fetchers.length === 1 ? 'fetches' : 'fetch'
    return <Hint>{`${names} ${fetch} uploaded files from this server, and can, as far as the settings tell.`}</Hint>
  }
  return (
    <Alert color="orange" p="xs" icon={<IconWorldOff aria-hidden />} title={`${names} will not get these files`}>
      <Small>{problem}</Small>
    </Alert>
  )
}
