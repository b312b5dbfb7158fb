import { createRandom } from '../random.ts'
import { sendSpam } from './spammers.ts'
import { openSpamStage } from './stage.ts'
import { judgeSpamRun, type SpamVerdict } from './verdict.ts'
import { sendHonest } from './visitors.ts'

export interface SpamProofOptions {
  spam: number
  honest: number
  seed: number
  /** Runs without protection: the proof must notice. */
  control: boolean
  logLevel: string
  template?: string | undefined
  onProgress: (line: string) => void
}

export interface SpamProofResult {
  verdict: SpamVerdict
  seconds: number
}

export async function runSpamProof(options: SpamProofOptions): Promise<SpamProofResult> {
  const { spam, honest, seed, control, onProgress } = options
  const start = performance.now()
  const stage = await openSpamStage({ ...options, protection: control ? 'off' : 'normal' })
  try {
    const random = createRandom(seed)
    onProgress(`${honest} honest submissions, most of them from Chromium`)
    const people = await sendHonest(stage, random, honest)
    onProgress(`${spam} submissions by programs`)
    const programs = await sendSpam(stage, random, spam)
    onProgress('checking the outcome')
    const verdict = await judgeSpamRun(stage, [...people, ...programs])
    return { verdict, seconds: (performance.now() - start) / 1000 }
  } finally {
    await stage.stop()
  }
}

/** The claims that do not hold. */
export function violatedClaims({ claims }: SpamVerdict): string[] {
  return claims.filter(({ violations }) => violations.length > 0).map(({ what }) => what)
}
