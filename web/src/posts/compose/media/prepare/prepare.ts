import { ConvertProblem, convertFile } from './convert/convert.ts'
import type { Converted } from './convert/convert-messages.ts'
import { isPicture, STORED_TYPES, type StoredType } from './file-type.ts'
import { inspectFile } from './inspect.ts'
import { noteOf, storedName } from './note.ts'
import { type FileFacts, type Network, type Plan, planFile } from './plan.ts'
import { type Ready, Refused } from './ready.ts'
import { formatBytes } from './sizes.ts'

/** What the library can take. */
export interface Room {
  /** For one file. */
  fileBytes: number
  freeBytes: number
}

function tooFull(bytes: number, { freeBytes }: Room): string {
  const left = formatBytes(Math.max(0, freeBytes))
  return `This file has ${formatBytes(bytes)}, and the library has ${left} left. Delete files on the page “Media”, and add it again.`
}

/** Reads the file, and makes of it what these networks take. */
export async function prepareFile(
  file: File,
  localUrl: string,
  networks: readonly Network[],
  room: Room | undefined,
): Promise<Ready> {
  const facts = await inspectFile(file, localUrl)
  const plan = planFile(facts, networks, room?.fileBytes)
  if (plan.action === 'refuse') throw new Refused(plan.reason)
  const { blob, size } = await carryOut(plan, file, facts)
  if (room && blob.size > room.freeBytes) throw new Refused(tooFull(blob.size, room))
  const type = plan.action === 'convert' ? 'jpeg' : (facts.type as StoredType)
  return {
    blob,
    contentType: STORED_TYPES[type],
    name: storedName(file.name, plan.action === 'convert' ? 'jpg' : null),
    note: noteOf(facts, { type, bytes: blob.size, size }, plan.action === 'convert' ? plan.loss : null),
    facts: { ...facts, type, bytes: blob.size, ...size },
  }
}

async function carryOut(plan: Exclude<Plan, { action: 'refuse' }>, file: File, facts: FileFacts): Promise<Converted> {
  try {
    if (plan.action === 'convert')
      return await convertFile(file, { kind: 'jpeg', mostBytes: plan.mostBytes, mostPixels: plan.mostPixels })
    if (isPicture(facts.type)) return await convertFile(file, { kind: 'clean', type: facts.type })
    return { blob: file, size: null }
  } catch (error) {
    throw error instanceof ConvertProblem ? new Refused(error.message) : error
  }
}
