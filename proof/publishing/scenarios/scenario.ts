export interface Scenario {
  name: string
  claim: string
  run(options: {
    control: boolean
    logLevel: string
    signal?: AbortSignal
    onProgress?: (line: string) => void
  }): Promise<{ n: number; violations: string[] }>
}
