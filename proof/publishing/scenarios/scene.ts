import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findInstallation } from '../../../src/installation/store.ts'
import { resumePublishing } from '../../../src/publishing/pause.ts'
import { type NodeOptions, type ScenarioNode, startNode, startPlatforms, waitFor } from './node.ts'
import { createCluster, freePort, urlOf } from './postgres.ts'
import { openRoad } from './switchable-road.ts'

type Stop = () => Promise<unknown>

/** Common parts of scenarios that run a node inside their own process. */
export interface Scene {
  platforms: Awaited<ReturnType<typeof startPlatforms>>
  cluster: Awaited<ReturnType<typeof createCluster>>
  dataDir: string
  /** Everything that was opened, in order. It is closed from last to first. */
  stops: Stop[]
  /** Starts a node with the scene's platforms and data folder. */
  startNode(port: number, options: Pick<NodeOptions, 'clock' | 'replace' | 'logLevel'>): Promise<ScenarioNode>
}

export async function withScene<T>(play: (scene: Scene) => Promise<T>): Promise<T> {
  const stops: Stop[] = []
  try {
    const platforms = await startPlatforms()
    stops.push(platforms.stop)
    const cluster = await createCluster()
    stops.push(cluster.remove)
    const dataDir = join(cluster.folder, 'data')
    await mkdir(dataDir)
    return await play({
      platforms,
      cluster,
      dataDir,
      stops,
      async startNode(port, options) {
        const node = await startNode({ ...options, databaseUrl: urlOf(port), dataDir, sandboxUrl: platforms.url })
        stops.push(node.stop)
        return node
      },
    })
  } finally {
    for (const stop of stops.reverse()) await stop().catch(() => {})
  }
}

/** A primary with a streaming standby, and a fixed address that Doorpost uses. */
export async function startPair({ cluster, stops }: Scene) {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const standbyDir = join(cluster.folder, 'standby')
  await cluster.copy(cluster.directory, standbyDir)
  await cluster.makeStandby(standbyDir, primaryPort)
  const primary = await cluster.start(cluster.directory, primaryPort)
  stops.push(primary.stop)
  const standby = await cluster.start(standbyDir, standbyPort)
  stops.push(standby.stop)
  await primary.query('create database doorpost', 'postgres')
  const road = await openRoad(primaryPort)
  stops.push(road.stop)
  return { primary, standby, standbyDir, standbyPort, road }
}

/** Resumes publishing, as a person does who has seen that it is paused. */
export async function lookAndResume({ deps }: ScenarioNode): Promise<void> {
  await waitFor('the accounts were read back', async () => {
    return (await findInstallation(deps.pool))?.pause?.lookedAt != null
  })
  await resumePublishing(deps.pausing, 'the proof', new Date(deps.clock.now()))
}
