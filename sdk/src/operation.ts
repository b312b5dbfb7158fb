import type { List } from './pages.ts'
import type { Answer, Options } from './send.ts'

// What generated/operations.ts is made of, and the types of the functions that the client makes of it.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Extras {
  /** Takes an Idempotency-Key. */
  idempotent?: true
  /** Takes a body, which comes after what is in the path. */
  body?: true
  /** Takes a query. Where there is a body, the query is among the options. */
  query?: true
  /** Always sent with it. */
  fixed?: Record<string, string>
  /** The list goes on for ever: an empty page is where it has been read to. */
  endless?: true
}

type Kind = 'call' | 'list' | 'raw'

/** `D` and `R` are the types of the request and of its answers by status. They exist only for the compiler. */
export interface Operation<K extends Kind = Kind, D = unknown, R = unknown> extends Extras {
  kind: K
  method: Method
  path: string
  types?: { data: D; answers: R }
}

type Make<K extends Kind> = <D, R = unknown>(method: Method, path: string, extras?: Extras) => Operation<K, D, R>

export const call: Make<'call'> = (method, path, extras) => ({ kind: 'call', method, path, ...extras })
export const list: Make<'list'> = (method, path, extras) => ({ kind: 'list', method, path, ...extras })
export const raw: Make<'raw'> = (method, path, extras) => ({ kind: 'raw', method, path, ...extras })

/** A body that is sent as it is. A stream is not among them: it could not be sent again. */
export type Bytes = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | FormData | URLSearchParams

/** Whoever calls it may send bytes instead of an object. */
export type WithBytes<D extends { body?: unknown }> = Omit<D, 'body'> & { body?: Exclude<D['body'], string> | Bytes }

type Ids<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : []
type Of<D, Name extends string> = D extends { [N in Name]?: infer V } ? Exclude<V, undefined> : never
type QueryOf<D> = Omit<Of<D, 'query'>, 'cursor' | 'dry_run'>
type IsNone<T> = [T] extends [never] ? true : false

type Sent<D> =
  IsNone<Of<D, 'body'>> extends true
    ? IsNone<Of<D, 'query'>> extends true
      ? [options?: Options]
      : [query?: QueryOf<D>, options?: Options]
    : D extends { body: unknown }
      ? [body: Of<D, 'body'>, options?: OptionsOf<D>]
      : [body?: Of<D, 'body'>, options?: OptionsOf<D>]

type OptionsOf<D> = IsNone<Of<D, 'query'>> extends true ? Options : Options & { query?: QueryOf<D> }

type Args<D> = D extends { url: infer Path } ? [...Ids<Path>, ...Sent<D>] : never

type DataOf<R> = R extends { data: infer T } ? T : never

/** The function that an operation becomes. */
export type Bound<O> =
  O extends Operation<'list', infer D, infer R>
    ? (...args: Args<D>) => List<R[keyof R]>
    : O extends Operation<'call', infer D, infer R>
      ? (...args: Args<D>) => Answer<DataOf<R[keyof R]>>
      : O extends Operation<'raw', infer D>
        ? (...args: Args<D>) => Promise<Response>
        : never

export type BoundGroup<G> = { [Verb in keyof G]: Bound<G[Verb]> }
