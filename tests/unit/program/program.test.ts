import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandLine, defaultDataDir, settingsFile, startLine } from '../../../src/lib/program.ts'

const clone = { isSandbox: false, isPackage: false, script: '/srv/doorpost/src/main.ts' }
const global = { isSandbox: false, isPackage: true, script: '/usr/local/bin/doorpost' }
const npx = { isSandbox: false, isPackage: true, script: '/home/ana/.npm/_npx/0a1b/node_modules/.bin/doorpost' }
const service = { isSandbox: false, isPackage: true, script: '/usr/lib/doorpost/bin/doorpost.js' }

describe('commands are shown as they must be typed', () => {
  for (const [what, installation, command, start] of [
    ['a clone', clone, 'npm run -s doorpost -- keys list', 'npm start -- --sandbox'],
    ['a global installation', global, 'doorpost keys list', 'doorpost start --sandbox'],
    ['npx and installations in a project', npx, 'npx doorpost keys list', 'npx doorpost start --sandbox'],
    ['a service', service, 'doorpost keys list', 'doorpost start --sandbox'],
  ] as const) {
    test(what, () => {
      assert.equal(commandLine('keys list', installation), command)
      assert.equal(startLine('--sandbox', installation), start)
    })
  }
  test('the start without options', () => {
    assert.equal(startLine('', clone), 'npm start')
    assert.equal(startLine('', npx), 'npx doorpost start')
  })
  test('in the sandbox, so that they reach the sandbox and not the real installation', () => {
    const there = { isSandbox: true }
    assert.equal(commandLine('keys list', { ...clone, ...there }), 'npm run -s doorpost -- --sandbox keys list')
    assert.equal(commandLine('keys list', { ...npx, ...there }), 'npx doorpost --sandbox keys list')
    assert.equal(startLine('', { ...clone, ...there }), 'npm start -- --sandbox')
    assert.equal(startLine('', { ...npx, ...there }), 'npx doorpost start --sandbox')
  })
})

describe('the data folder', { skip: process.platform === 'darwin' && 'macOS has its own place for it' }, () => {
  test('of a clone is inside of it', () => {
    assert.equal(defaultDataDir({ XDG_DATA_HOME: '/x' }, clone), './data')
  })
  test('of the package belongs to the user, and a relative XDG_DATA_HOME is ignored', () => {
    assert.equal(defaultDataDir({ XDG_DATA_HOME: '/x' }, global), '/x/doorpost')
    const home = join(homedir(), '.local/share/doorpost')
    assert.equal(defaultDataDir({}, global), home)
    assert.equal(defaultDataDir({ XDG_DATA_HOME: 'x' }, global), home)
  })
  test('has the settings of the package: a .env file in the working directory belongs to another program', () => {
    assert.equal(settingsFile({ DATA_DIR: '/srv/data' }, global), '/srv/data/.env')
    assert.equal(settingsFile({ XDG_DATA_HOME: '/x' }, npx), '/x/doorpost/.env')
    assert.equal(settingsFile({ DATA_DIR: '/srv/data' }, clone), '.env')
  })
})
