import type { OperationId, OperationOf } from '../../domain/permissions.ts'
import type { operations, UploadBatch } from '../../openapi/schema.ts'
import type { ByVisitor, From, Visitor } from '../audit/actor.ts'
import type { BrowserSession, Session } from '../store/sessions.ts'
import type { User } from '../store/users.ts'

type Operations = operations

type Query<Id extends OperationId> = Operations[Id] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : never

type Params<Id extends OperationId> = Operations[Id] extends { parameters: { path: infer P } } ? P : never

type Body<Id extends OperationId> = Operations[Id] extends { requestBody: { content: infer Content } }
  ? Content extends { 'application/octet-stream': string }
    ? UploadBatch
    : Content[keyof Content]
  : undefined

type Success<Responses> = Responses extends { 200: infer Response }
  ? Response
  : Responses extends { 201: infer Response }
    ? Response
    : Responses extends { 202: infer Response }
      ? Response
      : undefined

/**
 * The result of an operation: the body of its successful response, or a file with its name. Undefined: no
 * body; 204 for operations that have both 202 and 204.
 */
export type Result<Id extends OperationId> =
  Success<Operations[Id]['responses']> extends { content: { 'application/json': infer Content } }
    ? Content | (Operations[Id]['responses'] extends { 202: unknown; 204: unknown } ? undefined : never)
    : Success<Operations[Id]['responses']> extends {
          content: { 'text/csv': string } | { 'application/zip': string }
        }
      ? FileResult
      : Success<Operations[Id]['responses']> extends { content: { 'text/event-stream': string } }
        ? EventStream
        : undefined

/**
 * A download, generated while it is sent. `length`: its total bytes, if known; the connection is cut if generating
 * fails. `requireRight`: called in intervals with the caller as of then; it throws once this caller may not have the file.
 */
export type FileResult = {
  fileName: string
  length?: number
  pieces: AsyncIterable<string | Uint8Array>
  requireRight?: (user: User) => void
}

/** Server-sent events in wire format. */
export type EventStream = { pieces: AsyncIterable<string> }

/** The bytes of a body behind its JSON. */
export type FollowingBytes = {
  /** How many follow, as declared. */
  length: number
  /**
   * The next 1 to `most` bytes, in memory that belongs to the caller. INVALID_REQUEST if the body ends early or pauses
   * for too long.
   */
  next(most: number): Promise<Buffer>
}

export type Call<Id extends OperationId> = {
  query: Query<Id>
  params: Params<Id>
  body: Body<Id>
  /** Null unless the body is JSON and bytes. */
  bytes: Operations[Id] extends { requestBody: { content: { 'application/octet-stream': string } } }
    ? FollowingBytes
    : null
  /** The tokens that were sent, valid or not. */
  tokens: { access: string | null; refresh: string | null; device: string | null; sso: string | null }
  visitor: Visitor
  /** Aborts when the connection closes, before or after the response. */
  disconnected: AbortSignal
  /** The caller's session as of now; null if it has ended, or may no longer call this operation. */
  readmit(): Promise<Session | null>
  /** Sets the access cookie; null: clears it. */
  setAccessCookie(token: string | null): void
  /** Sets the cookie that marks this browser as a known device. */
  setDeviceCookie(token: string): void
  /** Sets the cookie that binds a sign-in at a provider to this browser; null: clears it. */
  setSsoCookie(token: string | null): void
} & (Id extends OperationOf<'public'>
  ? { session: null; by: From }
  : {
      session: Id extends OperationOf<'session' | 'step' | 'user'> ? BrowserSession : Session
      /** The caller, from where, and when. */
      by: ByVisitor
    })

/** A function for each operation of the contract: a missing or an extra one does not type-check. */
export type Handlers = {
  [Id in OperationId]: (call: Call<Id>) => Result<Id> extends undefined ? Promise<void> : Promise<Result<Id>>
}
