import { text } from 'node:stream/consumers'
import { SETTINGS } from '../config/settings.ts'
import { findNearest } from '../lib/nearest.ts'
import { explainFailure, SetupError } from '../lib/problem.ts'
import { commandLine, showForSandbox, startLine } from '../lib/program.ts'
import { PROGRAM_VERSION } from '../lib/version.ts'
import { type Command, type CommandContext, type Commands, parseOptions, UsageError } from './line/command.ts'

/** The commands of each noun. Each is loaded on demand, because loading all takes longer than most commands run. */
const NOUNS: Record<string, () => Promise<{ commands: Commands }>> = {
  keys: () => import('./keys.ts'),
  webhooks: () => import('./webhooks.ts'),
  events: () => import('./events.ts'),
  users: () => import('./users.ts'),
  contacts: () => import('./contacts.ts'),
  post: () => import('./post.ts'),
  posts: () => import('./posts.ts'),
  forms: () => import('./forms.ts'),
  links: () => import('./links.ts'),
  media: () => import('./media.ts'),
  listen: () => import('./listen.ts'),
  connections: () => import('./connections.ts'),
  publishing: () => import('./publishing.ts'),
  secrets: () => import('./secrets.ts'),
  simulate: () => import('./simulate.ts'),
  migrate: () => import('./migrate.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  health: () => import('./health.ts'),
  backup: () => import('./backup/backup.ts'),
  restore: () => import('./backup/restore.ts'),
  rehearse: () => import('./backup/rehearse.ts'),
  completion: () => import('./completion.ts'),
}

export async function loadCommands(nouns = Object.keys(NOUNS)): Promise<Commands> {
  const lists = nouns.map(async (noun) =>
    Object.entries((await NOUNS[noun]!()).commands).map(([name, command]) => {
      return [`${noun} ${name}`.trimEnd(), command] as const
    }),
  )
  return Object.fromEntries((await Promise.all(lists)).flat())
}

const WRONG_USAGE = 2
const HELP = ['--help', '-h']
const GLOBAL = [...HELP, '--sandbox', '--json']

/** Returns the exit code: 0 for success, 1 for failure, 2 for wrong usage. */
export async function runCli(words: string[], settings: CommandContext['env'], cwd: string): Promise<number> {
  if (words[0] === '--version' || words[0] === 'version') {
    process.stdout.write(`${PROGRAM_VERSION}\n`)
    return 0
  }
  const help = words[0] === 'help' || words.some((word) => HELP.includes(word))
  const env = words.includes('--sandbox') ? { ...settings, SANDBOX: 'true' } : settings
  showForSandbox(env.SANDBOX?.trim() === 'true')
  const json = words.includes('--json')
  const plain = words.slice(words[0] === 'help' ? 1 : 0).filter((word) => !GLOBAL.includes(word))
  const commands = await loadCommands(Object.keys(NOUNS).filter((noun) => noun === plain[0]))
  const name = [3, 2, 1].map((most) => plain.slice(0, most).join(' ')).find((each) => Object.hasOwn(commands, each))
  if (name === undefined) return showCommands(plain, help)
  const command = commands[name]!
  if (help) {
    process.stdout.write(describeCommand(name, command))
    return 0
  }
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  const output = json
    ? { print: () => {}, result: (value: unknown) => write(JSON.stringify(value)) }
    : { print: write, result: () => {} }
  try {
    const options = parseOptions(command, plain.slice(name.split(' ').length))
    return (
      (await command.run(
        { env, cwd, ...output, input: () => text(process.stdin), all: () => loadCommands() },
        options,
      )) ?? 0
    )
  } catch (error) {
    const isUsage = error instanceof UsageError
    if (json && (isUsage || error instanceof SetupError)) {
      process.stderr.write(`${JSON.stringify({ error: error.message })}\n`)
    } else if (isUsage) process.stderr.write(`doorpost: ${error.message}\n\n${describeCommand(name, command)}`)
    else process.stderr.write(`${explainFailure(error)}\n`)
    return isUsage ? WRONG_USAGE : 1
  }
}

/** Lists the commands, or names the command that was probably meant. */
async function showCommands(words: string[], help: boolean): Promise<number> {
  const all = await loadCommands()
  const isNoun = Object.keys(all).some((each) => each.startsWith(`${words.join(' ')} `))
  if (words.length === 0 || (help && isNoun)) {
    process.stdout.write(overview(all, words.join(' ')))
    return help ? 0 : WRONG_USAGE
  }
  const meant = findMeant(words, Object.keys(all))
  const noun = [meant, words[0]].find((each) => each !== undefined && Object.hasOwn(NOUNS, each))
  const list =
    noun === undefined
      ? `Usage: ${commandLine('<command> [options]')}\n\nAll commands: ${commandLine('help')}\n`
      : overview(all, noun)
  const hint = meant === undefined ? '' : ` Did you mean "${meant === START ? startLine() : commandLine(meant)}"?`
  process.stderr.write(`doorpost: unknown command "${words.slice(0, 2).join(' ')}".${hint}\n\n${list}`)
  return WRONG_USAGE
}

/** Not one of these commands, but easily taken for one. */
const START = 'start'

/** The nearest command, or the nearest noun where only that is near. */
function findMeant(words: string[], names: string[]): string | undefined {
  const firstOption = words.findIndex((word) => word.startsWith('-'))
  const spoken = words.slice(0, firstOption === -1 ? undefined : firstOption)
  for (const most of [3, 2, 1]) {
    const nearest = findNearest(spoken.slice(0, most).join(' '), [...names, START])
    if (nearest !== null) return nearest
  }
  const [noun = ''] = spoken
  return Object.hasOwn(NOUNS, noun) ? undefined : (findNearest(noun, Object.keys(NOUNS)) ?? undefined)
}

function overview(commands: Commands, noun: string): string {
  const shown = Object.entries(commands).filter(([name]) => noun === '' || `${name} `.startsWith(`${noun} `))
  const listed = shown.length > 0 ? shown : Object.entries(commands)
  const width = Math.max(...listed.map(([name]) => name.length))
  const lines = listed.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary.split('\n', 1)[0]}`)
  const settings = SETTINGS.slice(0, 4).map(({ name }) => name)
  return `Usage: ${commandLine('<command> [options]')}

${lines.join('\n')}

Add --help to a command for its options (or: help <command>), --json for machine-readable output, and --sandbox to use
the sandbox. The commands work whether or not Doorpost is running; they use the same settings as the server (${settings.join(', ')}, ...).
Those for contacts, posts, forms, links and media, and listen, ask a running server, here or elsewhere: DOORPOST_URL is its address and DOORPOST_KEY an API key. --version prints the version.
${startLine()} runs the server; ${startLine('--help')} lists all settings.
`
}

export function describeCommand(name: string, command: Command): string {
  const options = Object.entries(command.options ?? {})
  const words = options.map(([option, { value }]) => (value === undefined ? `--${option}` : `--${option} ${value}`))
  const width = Math.max(0, ...words.map((each) => each.length))
  const lines = options.map(([, { meaning }], at) => `  ${words[at]!.padEnd(width)}  ${meaning}`)
  return `${command.summary}

Usage: ${commandLine([name, command.operand, command.usage].filter(Boolean).join(' '))}
${lines.length > 0 ? `\n${lines.join('\n')}\n` : ''}`
}
