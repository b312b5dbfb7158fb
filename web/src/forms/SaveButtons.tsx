import { Group } from '@mantine/core'
import { LeaveQuestion } from '../parts/dialogs/LeaveQuestion.tsx'
import { FormProblem, SubmitButton, type useApiForm } from '../parts/forms/form.tsx'
import { SecondaryButton } from '../parts/variants.ts'
import type { useBase } from './use-base.tsx'

interface Part {
  form: Pick<ReturnType<typeof useApiForm>, 'isBusy' | 'refusal' | 'submit'>
  base: Pick<ReturnType<typeof useBase>, 'isChanged' | 'undo' | 'isConflict' | 'conflict'>
}

/** The end of a part of the settings: what was refused, and the buttons. */
export function SaveButtons({ of: { form, base } }: { of: Part }) {
  return (
    <>
      {base.conflict}
      {form.refusal && !base.isConflict && <FormProblem {...form.refusal} title="This was not saved" />}
      <Group justify="flex-end" gap="xs">
        {base.isChanged && <SecondaryButton onClick={base.undo}>Undo changes</SecondaryButton>}
        <SubmitButton of={form} disabled={!base.isChanged || base.isConflict}>
          Save
        </SubmitButton>
      </Group>
      <LeaveQuestion isDirty={() => base.isChanged}>What you changed here is not saved yet.</LeaveQuestion>
    </>
  )
}
