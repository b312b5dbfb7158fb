import { Alert, Card, Stack, Table } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ErasedPerson } from '../../api/schema.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { Muted } from '../../parts/variants.ts'

/** What each count of the answer means. A kind that is new to us is shown by its name. */
const KINDS: Record<string, string> = {
  contacts: 'Contacts deleted',
  import_rows: 'Rows taken out of imports that are under way',
  deliveries: 'Webhook deliveries deleted',
  rejections: 'Refused webhook deliveries deleted',
  events: 'Events emptied: that they happened stays, what was in them is gone',
  endpoint_answers: 'Answers of your endpoints to those events deleted',
  stored_answers: 'Answers kept for repeated requests emptied',
}

/** The honest result: what was there, and what we cannot reach. */
export function Erased({ result }: { result: ErasedPerson }) {
  const counts = Object.entries(result.erased)
  const isNothing = counts.every(([, count]) => count === 0)
  return (
    <Stack align="flex-start">
      <Alert color="teal" icon={<IconCheck aria-hidden />} title={`${result.email} is erased`} w="100%">
        {isNothing ? 'Nothing was kept about this address any more.' : 'This is what was erased. It cannot be undone.'}
      </Alert>
      <Card withBorder padding="lg" w="100%">
        <Table aria-label="What was erased">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th ta="right">How many</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counts.map(([kind, count]) => (
              <Table.Tr key={kind}>
                <Table.Td>{KINDS[kind] ?? kind.replaceAll('_', ' ')}</Table.Td>
                <Table.Td ta="right">{count.toLocaleString()}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
      <Muted maw={720}>
        What was sent to your endpoints before is with them: each is told that the contacts are deleted. Files that
        somebody exported are not reached either. What other contacts wrote about the person in their own fields stays.
      </Muted>
      <ButtonLink to="/contacts">Go to the contacts</ButtonLink>
    </Stack>
  )
}
