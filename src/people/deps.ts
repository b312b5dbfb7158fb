import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import { createPeople, type PeopleOptions } from './people.ts'

type PeopleNeeds = Omit<PeopleOptions, keyof Parts | 'emit' | 'lookedAtMax' | 'waitedFor'>

export function openPeople(core: Parts & { emit: Emit }, needs: PeopleNeeds) {
  return { people: createPeople({ ...core, pool: core.jobs, ...needs }) }
}
