import type { Fault } from './core/faults.ts'
import type { JournalEntry, JournalFilter } from './core/journal.ts'
import type { OracleView, PublicView } from './core/oracle.ts'
import type { PlatformName } from './state/records.ts'
import type { SettingsPatch } from './state/settings.ts'

interface GrantedToken {
  access_token: string
  refresh_token?: string
  expires_in: number
  scope: string
  account: string
  username: string
}

export type FaultRequest = Pick<Fault, 'platform' | 'kind'> & Partial<Omit<Fault, 'id' | 'seen' | 'fired'>>

/** The control interface over HTTP, so that other processes can use it too. */
export interface SimulatorControl {
  settings(patch: SettingsPatch): Promise<void>
  advance(ms: number): Promise<void>
  reset(): Promise<void>
  fault(fault: FaultRequest): Promise<Fault>
  clearFaults(): Promise<void>
  journal(filter?: JournalFilter): Promise<JournalEntry[]>
  public(filter?: { platform?: PlatformName; account?: string }): Promise<PublicView[]>
  oracle(): Promise<OracleView>
  account(input: Record<string, unknown> & { platform: PlatformName }): Promise<{ id: string; username: string }>
  token(input: Record<string, unknown> & { platform: PlatformName }): Promise<GrantedToken>
  revoke(input: { token: string } | { platform: PlatformName; account: string }): Promise<void>
}

export function createControl(url: string): SimulatorControl {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/control/${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`control ${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer as T
  }
  const query = (filter: object) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(filter)) params.set(name, String(value))
    return params
  }
  return {
    settings: (patch) => call('POST', 'settings', patch),
    advance: (ms) => call('POST', 'clock', { advance_ms: ms }),
    reset: () => call('POST', 'reset'),
    fault: (fault) => call('POST', 'faults', fault),
    clearFaults: () => call('DELETE', 'faults'),
    journal: async (filter = {}) =>
      (await call<{ entries: JournalEntry[] }>('GET', `journal?${query(filter)}`)).entries,
    public: async (filter = {}) => (await call<{ items: PublicView[] }>('GET', `public?${query(filter)}`)).items,
    oracle: () => call('GET', 'oracle'),
    account: (input) => call('POST', 'accounts', input),
    token: (input) => call('POST', 'tokens', input),
    revoke: (input) => call('POST', 'revoke', input),
  }
}
