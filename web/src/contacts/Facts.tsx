import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Muted } from '../parts/variants.ts'
import classes from './Facts.module.css'

/** Names and their values. What is empty has a dash. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <Muted component="dt" className={classes.name}>
            {name}
          </Muted>
          <Text component="dd" size="sm" className={classes.value}>
            {value === null || value === undefined || value === '' ? '–' : value}
          </Text>
        </div>
      ))}
    </dl>
  )
}
