import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The blocks of code in the documentation, and what is noted about them in comments that readers do not see.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export const DOCUMENTS = ['README.md', 'docs/README.md', ...globSync('docs/*/*.md', { cwd: ROOT }).sort()]

export interface Block {
  /** "docs/how-to/forms.md:12" */
  at: string
  language: string
  code: string
  /** `<!-- not run: a second machine is needed -->` above it. */
  notRun: string | null
  /** `<!-- first: ID=1 -->` above it: lines for the shell that a reader does differently, such as copying an id. */
  setUp: string
}

/** How a language is run. */
export const RUNNERS: Record<string, { tool: string; extension: string }> = {
  sh: { tool: 'sh', extension: '.sh' },
  js: { tool: 'node', extension: '.mjs' },
  python: { tool: 'python3', extension: '.py' },
  php: { tool: 'php', extension: '.php' },
  ruby: { tool: 'ruby', extension: '.rb' },
  go: { tool: 'go', extension: '.go' },
}

const BLOCK = /((?:^ *<!--[^\n]*-->\n+)*)^( *)```(\w*)\n([\s\S]*?)^\2```$/gm

export function blocksOf(document: string): Block[] {
  const page = readFileSync(`${ROOT}${document}`, 'utf8')
  return [...page.matchAll(BLOCK)].map(
    ({ 1: comments = '', 2: indent = '', 3: language = '', 4: lines = '', index }) => ({
      at: `${document}:${page.slice(0, index + comments.length).split('\n').length}`,
      language,
      code: lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      notRun: /<!-- not run: (.*?) -->/.exec(comments)?.[1] ?? null,
      setUp: [...comments.matchAll(/<!-- first: (.*?) -->/g)].map(([, line]) => line).join('\n'),
    }),
  )
}
