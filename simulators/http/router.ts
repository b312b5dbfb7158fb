import type { Route } from './call.ts'

export interface Match {
  route: Route
  params: Record<string, string>
}

export interface Router {
  match(method: string, path: string): Match | null
}

/** The first matching route wins, so `/me` is listed before `/:id`. */
export function createRouter(routes: Route[]): Router {
  const compiled = routes.map((route) => ({ route, ...compile(route.path) }))
  return {
    match(method, path) {
      for (const { route, pattern, names } of compiled) {
        if (route.method !== method) continue
        const found = pattern.exec(path)
        if (!found) continue
        const params = Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1] ?? '')]))
        return { route, params }
      }
      return null
    },
  }
}

function compile(path: string): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const source = path.replaceAll(/:([a-z]+)|([.()+*?^$|[\]\\])/g, (_all, name: string | undefined, special: string) => {
    if (name === undefined) return `\\${special}`
    names.push(name)
    return '([^/]+)'
  })
  return { pattern: new RegExp(`^${source}/?$`), names }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
