// Loaded before the program, by whatever Node there is: it has to be understood by very old ones, which cannot even read
// the files of the program. npm's scripts find Node 24 among the packages; without it they get the one of the system.
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
