import type { DepsOptions } from '../../../src/app/core.ts'
import type { DatabaseTime } from '../../../src/installation/database-time.ts'
import type { InstallationGuard } from '../../../src/installation/guard.ts'
import type { Clock } from '../../../src/lib/time/clock.ts'
import type { Http } from '../../../src/platforms/shared/contract.ts'

// Replacements that disable the safeguards, for the negative controls. With them the proof must fail.

type Replacements = NonNullable<DepsOptions['replace']>

/** Sends without the marker `sending`: after a crash it is unknown that the post may be out. */
export const withoutSendMarker: Replacements = {
  async guard(create) {
    const guard = await create()
    return {
      ...believeDatabase(),
      closed: () => guard.closed(),
      check: () => guard.check(),
      close: () => guard.close(),
      // The transaction of the marker calls this as its last statement.
      async countSend(tx) {
        await tx.query({ text: 'rollback and chain' })
        return 0
      },
    }
  },
}

/** Sends whatever the database says, even if it went back in time. */
export const withoutGuard: Replacements = { guard: async () => believeDatabase() }

/** Trusts the machine's own clock, and those of the platforms. */
export const withoutSharedTime: Replacements = { time: trustOwnClock, platformHttp: withoutClockOffset }

export function believeDatabase(): InstallationGuard {
  return {
    closed: async () => null,
    countSend: async () => 0,
    keepMark: async () => {},
    check: async () => {},
    close: async () => {},
  }
}

function trustOwnClock(clock: Clock): DatabaseTime {
  return { now: () => clock.now(), offsetMs: () => 0, problem: () => null, measure: async () => {}, close: () => {} }
}

function withoutClockOffset(http: Http): Http {
  return async (request) => ({ ...(await http(request)), clockOffsetMs: null })
}
