// Loaded before the program by any version of Node. Keep the syntax old: old versions cannot parse the program's files.
// npm scripts use the Node 24 that npm installs, or else the system's.
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    'doorpost: this is Node ' +
      process.versions.node +
      ', and Doorpost needs Node 24 or later. npm installs it along: ' +
      'run "npm ci --include=optional" and start again. Where it has none for your machine, install Node 24 yourself.',
  )
  process.exit(1)
}
