import { Alert, Stack, Table, TextInput } from '@mantine/core'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import type { Form, Submission } from '../api/schema.ts'
import { Form as ApiForm, SubmitButton, useApiForm } from '../parts/forms/form.tsx'
import { Muted, Small } from '../parts/variants.ts'
import { factsOf } from './words.ts'

/** Sends one through, and shows what would have been stored. */
export function TestIt({ form }: { form: Form }) {
  const [result, setResult] = useState<Submission | null>(null)
  const hasEmail = form.fields.some(({ name }) => name === 'email')
  const test = useApiForm({
    initialValues: { email: '' },
    send: async ({ email }) => {
      setResult(null)
      const body = email.trim() === '' ? {} : { email }
      setResult(await dataOf(api.POST('/v1/forms/{id}/test', { params: { path: { id: form.id } }, body })))
    },
  })
  return (
    <ApiForm of={test} gap="sm" align="flex-start">
      <Small>
        Sends an example through everything that a submission passes: the rules of the fields, the rules of contacts,
        the database. A test is no lead: it makes no contact, sends no mail and counts nowhere.
      </Small>
      {hasEmail && (
        <TextInput
          label="E-mail address of the test"
          placeholder="ana@example.com"
          description="Optional. Try a wrong one, too."
          w="100%"
          maw={360}
          {...test.getInputProps('email')}
        />
      )}
      <SubmitButton of={test} leftSection={<IconSend size={16} aria-hidden />}>
        Test it
      </SubmitButton>
      {result && <Result submission={result} />}
    </ApiForm>
  )
}

function Result({ submission }: { submission: Submission }) {
  const facts = factsOf(submission)
  return (
    <Alert color="teal" icon={<IconCheck aria-hidden />} title="It went through" role="status" w="100%">
      <Stack gap="xs">
        <Small>This is what a contact would have been made of:</Small>
        <Table
          aria-label="What would have been stored"
          data={{ body: facts.map(([name, value]) => [name, value]) }}
          withRowBorders={false}
          verticalSpacing={4}
        />
        <Muted>You find the test among the submissions for a day.</Muted>
      </Stack>
    </Alert>
  )
}
