import type { Parts } from '../db/parts.ts'
import { addUpErased, createReports, type FindProblem } from './reports.ts'

interface ReportsNeeds {
  findPause: FindProblem
  backups: { findProblem: FindProblem }
  findUploadProblem: FindProblem
}

export function openReports(core: Parts, { findPause, backups, findUploadProblem }: ReportsNeeds) {
  const reports = createReports({
    ...core,
    findPause,
    findBackupProblem: backups.findProblem,
    findUploadProblem,
  })
  return { reports, countsOfPeople: { addUpErased } }
}
