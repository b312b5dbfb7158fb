import { userInfo } from 'node:os'
import { createEmit } from '../events/emit.ts'
import { findDatabaseNow } from '../installation/store.ts'
import { commandLine } from '../lib/program.ts'
import { resumePublishing, showPublishing } from '../publishing/pause.ts'
import { createWorkspaces } from '../workspace/workspace.ts'
import { type Commands, formatTable, formatTime } from './line/command.ts'
import { type Workplace, withDatabase } from './line/database.ts'

export const commands: Commands = {
  status: {
    summary: 'Show whether publishing is paused, why, and what was found on the platforms.',
    run: (context) =>
      withDatabase(context, async (place) => {
        const state = await showPublishing(pausingAt(place), place.workspaceId, await findDatabaseNow(place.pool))
        context.result(state)
        if (state.state === 'active') {
          context.print('Publishing is not paused.')
          return
        }
        context.print(`Publishing has been paused since ${state.since} (${state.code}).\n${state.reason}`)
        context.print(
          state.looked_at === null
            ? '\nThe accounts have not been checked yet. A running worker does that.'
            : `\nThe accounts were checked at ${state.looked_at}.`,
        )
        if (state.posts.length > 0) {
          const rows = state.posts.map(({ id, platform, due_at, outcome, on_resume }) => {
            return [id, platform, formatTime(new Date(due_at)), outcome ?? 'not checked', on_resume]
          })
          context.print(`\n${formatTable(['post', 'platform', 'due', 'on the account', 'when resumed'], rows)}`)
        }
        context.print(`\nCheck the accounts, then run: ${commandLine('publishing resume')}`)
        return 1
      }),
  },
  resume: {
    summary: 'Resume publishing, after a person has checked the accounts.',
    run: (context) =>
      withDatabase(context, async (place) => {
        const by = `${userName()} on the command line`
        const isResumed = await resumePublishing(pausingAt(place), by, await findDatabaseNow(place.pool))
        context.result({ resumed: isResumed })
        context.print(isResumed ? 'Publishing is resumed.' : 'Publishing is not paused.')
      }),
  },
}

/** Containers often run under a user id that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

function pausingAt({ pool, ids, config }: Workplace) {
  const { lateWindowOf } = createWorkspaces({ pool, settings: config, onOrigins: () => {} })
  return { pool, emit: createEmit(ids), lateWindowOf }
}
