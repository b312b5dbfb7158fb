import { Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRead } from '../api/queries.ts'
import { Time } from '../parts/time/Time.tsx'
import { LinkButton, Muted, Small } from '../parts/variants.ts'

/** All texts that the form has asked people to agree to, newest first. */
export function ConsentVersions({ formId }: { formId: string }) {
  const [isOpen, { toggle }] = useDisclosure()
  const versions = useRead(['forms', formId, 'consents'], '/v1/forms/{id}/consents', { path: { id: formId } })
  const list = versions.data ?? []
  if (list.length === 0) return null
  return (
    <Stack gap="xs" align="flex-start">
      <LinkButton onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? 'Hide the versions' : list.length === 1 ? 'See the saved version' : `See all ${list.length} versions`}
      </LinkButton>
      {isOpen && (
        <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Versions of the text">
          {list.map(({ version, purpose, text, created_at }) => (
            <li key={version}>
              <Muted>
                Version {version}, {purpose}, since <Time at={created_at} exact span inherit />
              </Muted>
              <Small style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Small>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
