import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'

type Action = readonly [label: string, icon: Icon, onClick: () => void, isDanger?: boolean]

interface ActionMenuProps {
  label?: string
  width: number
  actions: ReadonlyArray<Action | 'divider' | false>
}

/** The actions behind the three dots. What is false is left out. */
export function ActionMenu({ label: name = 'More actions', width, actions }: ActionMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={name}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          if (action === false) return null
          if (action === 'divider') return <Menu.Divider key={action} />
          const [label, Sign, onClick, isDanger] = action
          return (
            <Menu.Item
              key={label}
              leftSection={<Sign size={16} aria-hidden />}
              c={isDanger ? 'light-dark(#c92a2a, #ff8787)' : undefined}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
