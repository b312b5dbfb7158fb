type Labels<V extends string> = Record<V, string | { label: string }>

/** Labels by value, as Mantine's inputs take them. */
export function choices<V extends string>(labels: Labels<V>): Array<{ value: V; label: string }> {
  return (Object.entries(labels) as Array<[V, Labels<V>[V]]>).map(([value, named]) => ({
    value,
    label: typeof named === 'string' ? named : named.label,
  }))
}
