import { Accordion, Autocomplete, Checkbox, Stack, TagsInput } from '@mantine/core'
import { Lockable } from '../../parts/forms/form.tsx'
import { Hint, Strong } from '../../parts/variants.ts'
import type { Leaf } from '../inbox/body.ts'
import type { MappingDraft } from './draft.ts'

interface Props {
  draft: MappingDraft
  onChange: (change: Partial<MappingDraft>) => void
  leaves: readonly Leaf[]
  errors: Record<string, string>
  isLocked: boolean
}

/** The rules that are not about one field. */
export function MoreRules({ draft, onChange, leaves, errors, isLocked }: Props) {
  const pointers = leaves.map(({ pointer }) => pointer)
  const lists = [
    ...new Set(pointers.filter((pointer) => /\/0(?=\/|$)/.test(pointer)).map((each) => each.split('/0')[0]!)),
  ]
  const there = leaves.find(({ pointer }) => pointer === draft.when.pointer)
  return (
    <Stack gap="xs">
      <Lockable disabled={isLocked}>
        <Checkbox
          label="Keep everything else"
          description="Values that no field has taken become additional fields of the contact."
          checked={draft.rest}
          onChange={(event) => onChange({ rest: event.currentTarget.checked })}
        />
      </Lockable>
      <Accordion variant="contained" chevronPosition="left">
        <Accordion.Item value="more">
          <Accordion.Control>
            <Strong>Which deliveries, and lists of people</Strong>
            <Hint>
              {draft.when.pointer
                ? `Only where ${draft.when.pointer} is ${draft.when.equals.join(' or ')}`
                : 'All deliveries'}
              {draft.each ? `, one contact for each item of ${draft.each}` : ', one contact each'}
            </Hint>
          </Accordion.Control>
          <Accordion.Panel>
            <Lockable disabled={isLocked}>
              <Stack gap="sm">
                <Autocomplete
                  label="Only deliveries where the value at"
                  placeholder="/event"
                  description="Others are skipped: they stay in the inbox. Empty: all deliveries."
                  data={[...new Set(pointers)]}
                  limit={40}
                  value={draft.when.pointer}
                  onChange={(pointer) => onChange({ when: { ...draft.when, pointer } })}
                  error={errors['mapping.when.pointer'] ?? errors['mapping.when']}
                />
                <TagsInput
                  label="is one of"
                  placeholder="Type a value, then Enter"
                  data={there ? [String(there.value)] : []}
                  value={draft.when.equals}
                  onChange={(equals) => onChange({ when: { ...draft.when, equals } })}
                  error={errors['mapping.when.equals']}
                />
                <Autocomplete
                  label="One contact for each item of the list at"
                  placeholder="None"
                  description="For deliveries with several people. Paths of the fields then begin at the item."
                  data={lists}
                  value={draft.each}
                  onChange={(each) => onChange({ each })}
                  error={errors['mapping.each']}
                />
                {Array.isArray(draft.answers) && draft.answers.length > 0 && (
                  <Hint>This mapping also says where questions and answers are. Change that under JSON.</Hint>
                )}
              </Stack>
            </Lockable>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
