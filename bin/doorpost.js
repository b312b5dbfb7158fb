#!/usr/bin/env node
// The program of the npm package: `doorpost` starts the server, `doorpost keys list` and the like are commands. In a clone
// this is done by npm's scripts. Old versions of Node get this far, so it is written for them.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `doorpost: this is Node ${process.versions.node}, and Doorpost needs Node 22.12 or later. Install a newer one: https://nodejs.org/en/download`,
  )
  process.exit(1)
}

const words = process.argv.slice(2)
const isStart = words[0] === 'start' || words.every((word) => word === '--sandbox')
if (isStart) {
  // What the server is given of memory. Why: docs/why/reliability.md, "Memory".
  const limits = ['--max-old-space-size=1024', '--max-semi-space-size=16']
  const isSet = /--max[-_]old[-_]space/.test([...process.execArgv, process.env.NODE_OPTIONS].join(' '))
  // Node takes these only when it starts. Replacing the process keeps its pid, so signals reach the server.
  if (!isSet && process.execve !== undefined) {
    process.execve(
      process.execPath,
      [
        process.execPath,
        ...process.execArgv,
        ...limits,
        process.argv[1],
        'start',
        ...words.filter((word) => word !== 'start'),
      ],
      process.env,
    )
  }
  if (words[0] === 'start') process.argv.splice(2, 1)
}
await import(isStart ? '../src/main.js' : '../src/cli.js')
