import { type Command, type Commands, UsageError } from './line/command.ts'

export const commands: Commands = {
  '': {
    summary: 'Write the completion of commands and options for bash, zsh or fish.',
    operand: 'SHELL',
    run: async (context, options) => {
      const write = SHELLS[options.SHELL!]
      if (write === undefined) throw new UsageError('SHELL must be bash, zsh or fish.')
      const script = write(await context.all())
      context.print(script.trimEnd())
      context.result({ script })
    },
  },
}

const SHELLS: Record<string, (all: Commands) => string> = { bash, zsh, fish }
const GLOBAL = ['--help', '--json', '--sandbox']

/** What may follow each beginning of a command: "" → keys …, "keys" → create …, "keys create" → --name …. */
function readTree(all: Commands): Map<string, string[]> {
  const tree = new Map<string, string[]>([['', ['help', 'version']]])
  for (const [name, command] of Object.entries(all)) {
    const words = name.split(' ')
    for (const [at, word] of words.entries()) {
      const before = words.slice(0, at).join(' ')
      const known = tree.get(before) ?? []
      if (!known.includes(word)) tree.set(before, [...known, word])
    }
    const choices = name === 'completion' ? Object.keys(SHELLS) : []
    tree.set(name, [...(tree.get(name) ?? []), ...choices, ...optionsOf(command)])
  }
  return tree
}

function optionsOf({ options = {} }: Command): string[] {
  return [...Object.keys(options).map((name) => `--${name}`), ...GLOBAL]
}

/** Options whose value is a file. Those of all other values complete nothing. */
const FILE_OPTIONS = ['--to', '--key-from', '--file']

function bash(all: Commands): string {
  const cases = [...readTree(all)].map(([name, words]) => `    '${name}') words='${words.join(' ')}' ;;\n`)
  return `# Put this line into ~/.bashrc:  source <(doorpost completion bash)
_doorpost() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" name='' words='' word next at
  # The words of the command, without options.
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    [[ $word == -* ]] && break
    next="\${name:+$name }$word"
    _doorpost_words "$next"
    [[ -z $words ]] && break
    name="$next"
  done
  case "$previous" in ${FILE_OPTIONS.join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;; esac
  _doorpost_words "$name"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # A file that a command wants, such as backup FILE.
  [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]] && COMPREPLY=($(compgen -f -- "$current"))
}
_doorpost_words() {
  case "$1" in
${cases.join('')}    *) words='' ;;
  esac
}
complete -o filenames -F _doorpost doorpost
`
}

/** With the functions of bash, which zsh understands. */
function zsh(all: Commands): string {
  return `#compdef doorpost
# Put this line into ~/.zshrc, after compinit:  source <(doorpost completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(all).split('\n').slice(1).join('\n')}`
}

function fish(all: Commands): string {
  const lines = Object.entries(all).flatMap(([name, command]) => {
    const words = name.split(' ')
    const verbs = words.map((word, at) => {
      const before = words.slice(0, at).join(' ')
      const about =
        at === words.length - 1 ? ` -d '${quote(command.summary.split('. ', 1)[0]!.replace(/\.$/, ''))}'` : ''
      return `complete -c doorpost -f -n '__doorpost_is "${before}"' -a '${word}'${about}`
    })
    const options = Object.entries(command.options ?? {}).map(([option, { value, meaning }]) => {
      const takes = value === undefined ? '' : FILE_OPTIONS.includes(`--${option}`) ? ' -r -F' : ' -x'
      return `complete -c doorpost -n '__doorpost_in "${name}"' -l ${option}${takes} -d '${quote(meaning)}'`
    })
    const shells = `complete -c doorpost -f -n '__doorpost_is "completion"' -a '${Object.keys(SHELLS).join(' ')}'`
    return [...verbs, ...options, ...(name === 'completion' ? [shells] : [])]
  })
  return `# Save this as ~/.config/fish/completions/doorpost.fish
function __doorpost_words
    set -l words (commandline -opc)
    for word in $words[2..-1]
        string match -q -- '-*' $word; and break
        echo $word
    end
end
function __doorpost_is
    test (string join ' ' (__doorpost_words)) = "$argv[1]"
end
function __doorpost_in
    string match -q -- "$argv[1] *" (string join ' ' (__doorpost_words))" "
end
${[...new Set(lines)].join('\n')}
`
}

function quote(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
