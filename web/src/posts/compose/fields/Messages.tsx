import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '../compose.module.css'
import { useComposer } from '../composer.ts'
import type { Issue } from '../draft/checks.ts'
import { nameOf, type Target } from '../draft/targets.ts'

/** The messages of the API, each shown once for all its targets. Spans, because they stand inside a paragraph. */
export function Messages({ issues, named }: { issues: Issue[]; named: boolean }) {
  const { chosen } = useComposer()
  const said = new Map<string, Issue & { targets: Target[] }>()
  for (const issue of issues) {
    const same = said.get(issue.message)
    if (same) same.targets.push(issue.target)
    else said.set(issue.message, { ...issue, targets: [issue.target] })
  }
  return [...said.values()].map(({ level, message, targets }) => {
    const Sign = level === 'error' ? IconCircleX : IconAlertTriangle
    return (
      <span key={message} className={`${classes.message} ${classes[level]}`}>
        <Sign size={14} aria-hidden />
        {named && <strong>{targets.map((target) => nameOf(target, chosen)).join(', ')}: </strong>}
        {message}
      </span>
    )
  })
}

/**
 * Errors and warnings as props of Mantine's fields, which link both to the input for screen readers. A warning is a
 * description, because it stops nobody.
 */
export function messageProps(issues: Issue[], { named = false, hint }: { named?: boolean; hint?: ReactNode } = {}) {
  const errors = issues.filter(({ level }) => level === 'error')
  const warnings = issues.filter(({ level }) => level === 'warning')
  const description = warnings.length > 0 ? <Messages issues={warnings} named={named} /> : hint
  return {
    ...(errors.length > 0 ? { error: <Messages issues={errors} named={named} /> } : {}),
    ...(description ? { description } : {}),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as Array<'label' | 'input' | 'error' | 'description'>,
  }
}
