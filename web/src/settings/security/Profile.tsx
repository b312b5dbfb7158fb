import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { ME, type Me } from '../../api/session.ts'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { useSubmit } from '../../entry/useSubmit.ts'
import { tell } from '../../parts/tell.ts'
import { Section } from '../Section.tsx'

export function Profile({ user }: { user: Me['user'] }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { name: user.name },
    validate: { name: (value) => (value.trim() === '' ? 'Type your name.' : null) },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => {
      const me = await dataOf(api.PATCH('/v1/me', { body: values }))
      queries.setQueryData(ME, me)
      form.setInitialValues({ name: me.user.name })
      form.setValues({ name: me.user.name })
      tell.done('Your name is saved.')
      await queries.invalidateQueries({ queryKey: ['team'] })
    }),
  )
  return (
    <Section title="You" lead={`You sign in as ${user.email}.`}>
      <form onSubmit={submit} noValidate>
        <Stack maw={420}>
          <FormProblem of={refusal} />
          <TextInput label="Your name" autoComplete="name" required {...form.getInputProps('name')} />
          <Button type="submit" w="fit-content" loading={isBusy} disabled={!form.isDirty()}>
            Save the name
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
