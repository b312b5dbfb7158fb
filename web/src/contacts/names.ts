interface Named {
  first_name: string
  last_name: string | null
}

export function fullName({ first_name, last_name }: Named): string {
  return last_name === null ? first_name : `${first_name} ${last_name}`
}

/** The name of the form that was filled in, where its sender told it. */
export function formOf({ extra }: { extra: Record<string, string | number | boolean> }): string {
  return extra.form === undefined ? '' : String(extra.form)
}

/** "1 contact", "1,204 contacts". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
