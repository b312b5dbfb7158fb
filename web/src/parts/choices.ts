/** Labels by value, as Mantine's inputs take them. */
export function choices<V extends string>(labels: Record<V, string>): Array<{ value: V; label: string }> {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as V, label }))
}
