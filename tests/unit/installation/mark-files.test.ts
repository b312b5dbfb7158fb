import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createMarkFiles, type Mark } from '../../../src/installation/mark-files.ts'

const MARK: Mark = {
  installationId: 'ours',
  sends: 0,
  position: 0,
  server: 'server',
  timeline: 1,
  feedEpoch: 0,
  synchronous: false,
  nodes: [],
}

test('processes that start at once take over the files of each other, and what each has seen stays known', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'doorpost-marks-'))
  t.after(() => rm(folder, { recursive: true }))
  for (let round = 1; round <= 10; round++) {
    const all = Array.from({ length: 8 }, () => createMarkFiles(folder))
    await Promise.all(all.map((files, at) => files.write({ ...MARK, sends: 10 * round + at, position: round - at })))
    await Promise.all(all.map((files) => files.adopt()))
    const mark = await createMarkFiles(folder).read()
    assert.deepEqual([mark?.sends, mark?.position], [10 * round + 7, round])
    const names = await readdir(join(folder, 'installation'))
    assert.deepEqual(
      names.filter((name) => name.includes('adopted')),
      [],
    )
  }
})
