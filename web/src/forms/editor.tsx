import { SimpleGrid } from '@mantine/core'
import { typed } from '../parts/forms.tsx'
import type { FormDraft } from './draft.ts'

// Shared by the parts of the form builder.

export interface Editor {
  formId: string
  draft: FormDraft
  set: (draft: FormDraft) => void
  /** By the paths of the API, such as fields[2].label. */
  errors: Record<string, string>
  isLocked: boolean
}

export function textProps(
  value: string,
  state: { error: string | undefined; readOnly: boolean },
  set: (text: string) => void,
) {
  return { ...state, ...typed(value, set) }
}

export const TwoColumns = SimpleGrid.withProps({ cols: { base: 1, xs: 2 }, spacing: 'sm', verticalSpacing: 'sm' })
