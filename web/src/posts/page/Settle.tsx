import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, fieldErrors } from '../../api/client.ts'
import type { Post, Resolution } from '../../api/schema.ts'
import { FormError } from '../../parts/states.tsx'
import { tell } from '../../parts/tell.ts'
import { isWebLink, platformName } from '../post.ts'

interface Values {
  outcome: Resolution['outcome'] | ''
  permalink: string
}

/** A person has looked at the account and says what is there. */
export function Settle({ post }: { post: Post }) {
  const queries = useQueryClient()
  const platform = platformName(post)
  const form = useForm<Values>({
    initialValues: { outcome: '', permalink: '' },
    validate: {
      outcome: (outcome) => (outcome === '' ? 'Choose what you see on the account.' : null),
      permalink: (link, { outcome }) =>
        outcome === 'published' && link.trim() !== '' && !isWebLink(link)
          ? 'Paste the whole address of the post, beginning with https://, or leave this empty.'
          : null,
    },
  })
  const settle = useMutation({
    mutationFn: async ({ outcome, permalink }: Values) => {
      if (outcome === '') return
      const link = outcome === 'published' && permalink.trim() ? { permalink: permalink.trim() } : {}
      await api.POST('/v1/posts/{id}/resolve', { params: { path: { id: post.id } }, body: { outcome, ...link } })
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
    onSuccess: async (_post, { outcome }) => {
      await queries.invalidateQueries({ queryKey: ['posts'] })
      tell.done(outcome === 'published' ? 'Settled: it is published.' : 'Settled: it is not out. You can try again.')
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => settle.mutate(values))} noValidate>
      <Stack gap="sm">
        <Radio.Group label={`What do you see on ${platform}?`} {...form.getInputProps('outcome')}>
          <Stack gap="xs" mt="xs">
            <Radio value="published" label="It is there" />
            <Radio value="not_published" label="It is not there" />
          </Stack>
        </Radio.Group>
        {form.values.outcome === 'published' && (
          <TextInput
            label={`Link to the post on ${platform}`}
            description="If you have it at hand: others then find the post from here."
            type="url"
            placeholder="https://"
            {...form.getInputProps('permalink')}
          />
        )}
        <FormError error={settle.error} fields={form.values} />
        <Group>
          <Button type="submit" loading={settle.isPending}>
            Settle it
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
