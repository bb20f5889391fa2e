import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  keyLimit,
  partLimit,
  passwordMaximum,
  passwordMinimum,
  pinMaximum,
  pinMinimum,
} from '../../domain/limits.ts'
import { needs } from '../../domain/permissions.ts'
import { generateTypes } from '../../openapi/generate.ts'

type Media = Record<string, { schema: object; example?: unknown }>
type Operation = {
  operationId: string
  requestBody?: { content: Media }
  responses: Record<string, { $ref?: string; content?: Media }>
}

const source = readFileSync('openapi/kho.yaml', 'utf8')
const contract = parse(source)
const operations = Object.values(contract.paths as Record<string, Record<string, Operation>>).flatMap(path =>
  Object.values(path),
)
const ajv = new Ajv({ strict: false })
addFormats(ajv)
ajv.addSchema(contract, 'contract')
const at = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'))

describe('the contract', () => {
  test('and the generated types are of the same state', () => {
    expect(readFileSync('openapi/schema.ts', 'utf8')).toBe(generateTypes())
  })

  test('and the rules in domain/ name the same limits', () => {
    const { NewPassword, Secret, Pin, ObjectKey, PartNumber, BucketName } = contract.components.schemas
    expect({
      password: [NewPassword.minLength, NewPassword.maxLength, Secret.maxLength],
      pin: [Pin.minLength, Pin.maxLength],
      key: ObjectKey.maxLength,
      part: PartNumber.maximum,
      bucket: [BucketName.minLength, BucketName.maxLength],
    }).toEqual({
      password: [passwordMinimum, passwordMaximum, passwordMaximum],
      pin: [pinMinimum, pinMaximum],
      key: keyLimit,
      part: partLimit,
      bucket: [3, 63],
    })
  })

  test('has one row in the table of permissions for each operation', () => {
    expect(operations.map(operation => operation.operationId).sort()).toEqual(Object.keys(needs).sort())
  })

  test('gives every error code a status and a message', () => {
    const { ErrorCode } = contract.components.schemas
    expect(Object.keys(ErrorCode['x-catalogue']).sort()).toEqual([...ErrorCode.enum].sort())
  })

  const bodies = operations.filter(operation => operation.requestBody)
  test.each(bodies.map(operation => [operation.operationId, operation]))(
    '%s has a valid example',
    (_, operation) => {
      for (const media of Object.values((operation as Operation).requestBody!.content)) {
        const valid = ajv.compile(at(media.schema))
        expect([valid(media.example), valid.errors]).toEqual([true, null])
      }
    },
  )
})
