import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationId } from '../../domain/permissions.ts'
import type { needs } from '../../openapi/schema.ts'

export type Ref = { $ref: string }
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export type CatalogueEntry = { status: number; detail: string; meaning?: string }

/** JSON Schema, as far as the contract uses it. */
export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: Json[]
  const?: Json
  default?: Json
  example?: Json
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  uniqueItems?: boolean
  pattern?: string
  format?: string
  contentSchema?: Ref
  'x-actions'?: string[]
  'x-catalogue'?: Record<string, CatalogueEntry>
}

export type Parameter = {
  name: string
  in: 'query' | 'path'
  required?: boolean
  description?: string
  schema: Schema
  example?: Json
}

export type Media = Record<string, { schema: Schema; example?: Json; examples?: Record<string, Ref> }>

export type Answer = { description: string; headers?: Record<string, unknown>; content?: Media }

export type Operation = {
  operationId: OperationId
  tags: [string]
  summary: string
  description?: string
  parameters?: (Parameter | Ref)[]
  requestBody?: { required?: boolean; content: Media }
  responses: Record<string, Answer | Ref>
  security: Record<string, []>[]
  'x-need': (typeof needs)[OperationId]
  'x-confirm'?: 'session' | 'request'
  'x-body-limit'?: number
}

export type Api = {
  servers: [{ url: string }]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, unknown>>
}

/** An operation with its place, and with its references to parameters and responses replaced by what they name. */
export type Entry = {
  method: string
  path: string
  operation: Operation
  parameters: Parameter[]
  answers: [status: string, Answer][]
}

export function readApi(): Api {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi/kho.json'), 'utf8'))
}

/** What `#/components/<kind>/<name>` names. */
export function resolve<T extends object>(api: Api, value: T | Ref): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(value.$ref) ?? []
  const found = api.components[kind]?.[name]
  if (!found) throw new Error(`The contract has no ${value.$ref}.`)
  return found as T
}

export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

export function entriesOf(api: Api): Entry[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: api.servers[0].url + path,
      operation,
      parameters: (operation.parameters ?? []).map(each => resolve<Parameter>(api, each)),
      answers: Object.entries(operation.responses).map(([status, answer]): [string, Answer] => [
        status,
        resolve<Answer>(api, answer),
      ]),
    })),
  )
}

/** Whether the token of an API client may call it. */
export const byToken = ({ operation }: Entry): boolean => operation.security.some(each => 'client' in each)

/** The error codes of a response; none, if it is no error. */
export const codesOf = ({ content }: Answer): string[] =>
  Object.keys(content?.['application/problem+json']?.examples ?? {})
