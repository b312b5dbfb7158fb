import { Alert, Button, Group, Paper, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { isEmailOnly } from '../../../src/forms/fields/fields.ts'
import type { Form } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { LeaveQuestion } from '../parts/dialogs/LeaveQuestion.tsx'
import { Problem } from '../parts/states.tsx'
import { Heading, Muted, SecondaryButton, Small } from '../parts/variants.ts'
import classes from './build.module.css'
import { drawnOf, withEmailOnly } from './draft.ts'
import { FieldList } from './FieldList.tsx'
import { Preview } from './Preview.tsx'
import { useBuilder } from './use-builder.ts'

/** Chooses and orders the fields, with the page beside it as people will see it. */
export function Build({ form }: { form: Form }) {
  const may = useMay()
  const isLocked = !may.write
  const { draft, set, errors, problem, isChanged, isBusy, isMarked, isConflict, conflict, save, undo } =
    useBuilder(form)
  const text = (name: 'name' | 'title' | 'description' | 'submit_label' | 'language') => ({
    value: draft[name],
    error: errors[name],
    readOnly: isLocked,
    onChange: (event: { currentTarget: { value: string } }) => set({ ...draft, [name]: event.currentTarget.value }),
  })
  return (
    <div className={classes.columns}>
      <Stack>
        {isLocked && (
          <Alert color="gray">You can look at this form. An owner or editor of the team can change it.</Alert>
        )}
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Heading>Fields</Heading>
            <Switch
              label="Do not ask for a name"
              description="The e-mail address is enough: the first name is then taken from it (ana.silva@… is Ana) and marked as such."
              checked={isEmailOnly(draft.fields)}
              disabled={isLocked}
              onChange={(event) => set(withEmailOnly(draft, event.currentTarget.checked))}
            />
            {errors.fields && (
              <Small c="var(--mantine-color-error)" role="alert">
                {errors.fields}
              </Small>
            )}
            <FieldList formId={form.id} draft={draft} onChange={set} errors={errors} isLocked={isLocked} />
          </Stack>
        </Paper>
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Heading>Texts</Heading>
            <TextInput label="Name of the form" maxLength={100} withAsterisk {...text('name')} />
            <TextInput label="Heading" placeholder={draft.name} maxLength={200} {...text('title')} />
            <Textarea label="Text above the fields" maxRows={10} maxLength={4_000} {...text('description')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
              <TextInput label="Button" placeholder="Send" maxLength={255} {...text('submit_label')} />
              <TextInput label="Language of your texts" placeholder="en" maxLength={35} {...text('language')} />
            </SimpleGrid>
          </Stack>
        </Paper>
        {conflict}
        {problem !== null && <Problem error={problem} />}
        {!isLocked && (
          <Group justify="flex-end" gap="xs" className={classes.save}>
            {isChanged && (
              <Muted
                mr="auto"
                visibleFrom={isMarked ? undefined : 'xs'}
                c={isMarked ? 'var(--mantine-color-error)' : 'dimmed'}
                role="status"
              >
                {isMarked ? 'Not saved: look at what is marked above.' : 'Not saved yet'}
              </Muted>
            )}
            {isChanged && <SecondaryButton onClick={undo}>Undo changes</SecondaryButton>}
            <Button loading={isBusy} disabled={!isChanged || isConflict} onClick={save}>
              Save the form
            </Button>
          </Group>
        )}
      </Stack>
      <Stack gap="xs" className={classes.preview} component="section" aria-label="Preview">
        <Heading>Preview</Heading>
        <Preview form={drawnOf(draft, form)} />
        <Muted>This is how its page looks. On your website it takes the looks of your website.</Muted>
      </Stack>
      <LeaveQuestion isDirty={() => isChanged}>What you changed about this form is not saved yet.</LeaveQuestion>
    </div>
  )
}
