const READ = import.meta.glob<string>(
  ['../../../docs/start/*.md', '../../../docs/how-to/*.md', '../../../docs/reference/*.md', '../../../docs/why/*.md'],
  { query: '?raw', import: 'default' },
)

const BY_NAME = new Map(Object.entries(READ).map(([path, read]) => [topicOf(path), read]))

/** The name of a page without its folder: "../how-to/forms.md" → "forms". */
export function topicOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.md$/, '')
}

export function hasTopic(topic: string): boolean {
  return BY_NAME.has(topic)
}

/** Null if there is no such page. */
export async function readTopic(topic: string): Promise<string | null> {
  return (await BY_NAME.get(topic)?.()) ?? null
}
