import { SegmentedControl } from '@mantine/core'
import { useUrl, useUrlChoice } from '../../parts/useUrl.ts'
import { SmallButton } from '../../parts/variants.ts'
import { RANGE_LABELS } from '../report.ts'

/** How many days are shown, and whether as a plot or a table: both are in the URL. */
export function usePlotControls() {
  const [{ view }, change] = useUrl()
  const days = useUrlChoice('days', RANGE_LABELS, '30')
  const isTable = view === 'table'
  return {
    range: Number(days.value),
    isTable,
    daysControl: <SegmentedControl key="days" size="xs" aria-label="Days" {...days} />,
    tableButton: (
      <SmallButton key="table" aria-pressed={isTable} onClick={() => change({ view: isTable ? undefined : 'table' })}>
        {isTable ? 'Show as plot' : 'Show as table'}
      </SmallButton>
    ),
  }
}
