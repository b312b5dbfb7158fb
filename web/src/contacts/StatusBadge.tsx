import { Badge, Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import tones from '../parts/tones.module.css'
import { type LeadStatus, TONE_OF, useStatuses } from './statuses.ts'

const STYLE = { background: 'var(--tone-soft)', color: 'var(--tone-text)', minWidth: 'max-content' }

export function StatusBadge({ status, isOpenable }: { status: LeadStatus; isOpenable?: boolean }) {
  const { labelOf } = useStatuses()
  return (
    <Badge
      radius="sm"
      tt="none"
      className={tones[TONE_OF[status]]}
      style={STYLE}
      rightSection={isOpenable && <IconChevronDown size={12} aria-hidden />}
    >
      {labelOf(status)}
    </Badge>
  )
}

interface StatusMenuProps {
  status: LeadStatus
  onChange: (status: LeadStatus) => void
}

/** The badge, which opens the others to choose from. */
export function StatusMenu({ status, onChange }: StatusMenuProps) {
  const { labelOf } = useStatuses()
  return (
    <Menu position="bottom-start" width={190}>
      <Menu.Target>
        <UnstyledButton aria-label={`Status: ${labelOf(status)}. Change it`} py={4}>
          <StatusBadge status={status} isOpenable />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems status={status} onChange={onChange} />
      </Menu.Dropdown>
    </Menu>
  )
}

export function StatusItems({ status, onChange }: { status?: LeadStatus } & Pick<StatusMenuProps, 'onChange'>) {
  const { all } = useStatuses()
  return all.map(({ key }) => (
    <Menu.Item
      key={key}
      rightSection={key === status && <IconCheck size={14} aria-label="now" />}
      onClick={() => key !== status && onChange(key)}
    >
      <StatusBadge status={key} />
    </Menu.Item>
  ))
}
