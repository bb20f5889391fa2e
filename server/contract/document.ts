import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationId } from '../../domain/permissions.ts'
import { root } from '../program.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An operation of the contract, for the router. A pointer is a JSON pointer into the document. */
export type Operation = {
  id: OperationId
  method: Method
  path: string
  /** Security schemes, one of which must be met; empty: public. */
  security: string[]
  parameters: { name: string; in: 'query' | 'path'; required: boolean; pointer: string }[]
  /** `pointer`: of a JSON body, or of the JSON at the start of a body of bytes. */
  body: { contentType: string; pointer: string } | null
  /**
   * `pointer`: of a JSON body; `file`: the media type of a download. `empty`: a handler without a result responds 204.
   */
  success: { status: number; pointer: string | null; file: string | null; empty: boolean }
}

type Raw = Record<string, unknown>

export type Contract = { document: Raw; operations: Operation[] }

/** The type of bodies that begin with JSON, after which bytes follow: see http/head-and-bytes.ts. */
export const bytesType = 'application/octet-stream'

const methods = ['get', 'post', 'put', 'delete'] as const

/** Reads the contract. Throws on features that the router does not support. */
export function readContract(path = join(root, 'openapi/kho.json')): Contract {
  const document = JSON.parse(readFileSync(path, 'utf8')) as Raw
  const operations: Operation[] = []
  for (const [route, item] of Object.entries(document.paths as Record<string, Raw>)) {
    for (const key of Object.keys(item)) {
      const method = methods.find(each => each === key)
      if (!method) throw new Error(`The contract has "${key}" at ${route}, which is no method of ours.`)
      operations.push(operationOf(document, route, method, item[method] as Raw))
    }
  }
  return { document, operations }
}

function operationOf(document: Raw, route: string, method: (typeof methods)[number], raw: Raw): Operation {
  const here = `/paths/${pointerStep(route)}/${method}`
  const security = raw.security as Record<string, unknown>[]
  return {
    id: raw.operationId as OperationId,
    method: method.toUpperCase() as Method,
    path: route,
    security: security.flatMap(scheme => Object.keys(scheme)),
    parameters: ((raw.parameters ?? []) as Raw[]).map((parameter, at) => {
      const found = resolve(document, parameter, `${here}/parameters/${at}`)
      return {
        name: found.value.name as string,
        in: found.value.in as 'query' | 'path',
        required: found.value.required === true,
        pointer: `${found.pointer}/schema`,
      }
    }),
    body: bodyOf(raw, here),
    success: successOf(document, raw, here),
  }
}

function bodyOf(raw: Raw, here: string): Operation['body'] {
  const content = (raw.requestBody as { content: Raw } | undefined)?.content
  if (!content) return null
  const [contentType] = Object.keys(content)
  const pointer = `${here}/requestBody/content/${pointerStep(contentType!)}/schema`
  return {
    contentType: contentType!,
    pointer: contentType === bytesType ? `${pointer}/contentSchema` : pointer,
  }
}

function successOf(document: Raw, raw: Raw, here: string): Operation['success'] {
  const responses = raw.responses as Record<string, Raw>
  const [status, ...more] = Object.keys(responses).filter(each => /^2\d\d$/.test(each))
  if (!status || more.some(each => each !== '204'))
    throw new Error(`${raw.operationId} must have one successful response, and may have a 204 besides.`)
  const { value, pointer } = resolve(document, responses[status]!, `${here}/responses/${status}`)
  const [type] = Object.keys((value.content ?? {}) as Raw)
  const json = type === 'application/json'
  return {
    status: Number(status),
    pointer: json ? `${pointer}/content/${pointerStep(type)}/schema` : null,
    file: json || !type ? null : type,
    empty: more.length > 0,
  }
}

function resolve(document: Raw, value: Raw, pointer: string): { value: Raw; pointer: string } {
  if (typeof value.$ref !== 'string') return { value, pointer }
  const path = value.$ref.slice(1)
  let found: unknown = document
  for (const step of path.split('/').slice(1)) {
    found = (found as Raw)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return { value: found as Raw, pointer: path }
}

function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}
