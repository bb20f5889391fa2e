import { bytesType, type Contract, type Operation, readContract } from '../../../server/contract/document.ts'
import type { Answer, Visitor } from './console.ts'

export const contract: Contract = readContract()

/** The operation with this id. Throws where the contract has none. */
export function operation(id: string): Operation {
  const found = contract.operations.find(each => each.id === id)
  if (!found) throw new Error(`The contract has no ${id}.`)
  return found
}

/** What a request says: parts of the path and query parameters by name, and the body. */
export type Said = { values?: Record<string, string>; body?: Record<string, unknown> }

/**
 * Calls an operation with what is said, and for the body otherwise the contract's example. Parameters of the query
 * that are neither said nor required are left out.
 */
export async function request(
  visitor: Visitor,
  id: string,
  { values = {}, body }: Said = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { method, path, parameters, body: wants } = operation(id)
  const query = new URLSearchParams()
  let address = path
  for (const { name, in: place, required } of parameters) {
    const value = values[name]
    if (value === undefined && !required) continue
    if (value === undefined) throw new Error(`${id} needs ${name}.`)
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else query.set(name, value)
  }
  if (query.size > 0) address += `?${query}`
  if (wants?.contentType === bytesType)
    return visitor.call(method, address, headAndBytes({ ...exampleOfBatch(), ...body }), headers)
  const said = wants === null ? undefined : { ...exampleOf(path, method), ...body }
  const form = wants?.contentType === 'application/x-www-form-urlencoded'
  return visitor.call(method, address, form ? new URLSearchParams(said as never) : said, headers)
}

/** A body of a head and the bytes of its files: `bytes`, or digits up to their sizes. */
export function headAndBytes(head: object, bytes?: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const { files } = head as { files: { size: number }[] }
  const filled = files.map(({ size }) => Buffer.alloc(size, '123456789'))
  return new Uint8Array(Buffer.concat([length, json, ...(bytes ? [bytes] : filled)]))
}

function exampleOfBatch(): object {
  const { schemas } = contract.document.components as { schemas: { UploadBatch: { example: object } } }
  return schemas.UploadBatch.example
}

type Raw = { requestBody: { content: Record<string, { example: Record<string, unknown> }> } }

function exampleOf(path: string, method: string): Record<string, unknown> {
  const paths = contract.document.paths as Record<string, Record<string, Raw>>
  const { content } = paths[path]![method.toLowerCase()]!.requestBody
  return Object.values(content)[0]!.example
}
