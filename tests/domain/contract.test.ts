import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { corsAgeMaximum } from '../../domain/cors-rules.ts'
import {
  basePartSize,
  batchFilesMaximum,
  batchHeadLimit,
  batchLimit,
  bucketTagsMaximum,
  contractCodeMaximum,
  corsPartMaximum,
  corsRulesMaximum,
  emailsPerGroup,
  keyLimit,
  labelMaximum,
  objectTagsMaximum,
  partLimit,
  passwordMaximum,
  passwordMinimum,
  pinMaximum,
  pinMinimum,
  selectionMaximum,
} from '../../domain/limits.ts'
import { mayCall, type OperationId } from '../../domain/permissions.ts'
import { generate } from '../../openapi/generate.ts'
import { bodyLimits } from '../../openapi/schema.ts'

type Media = Record<string, { schema: { contentSchema?: { $ref: string } }; example?: unknown }>
type Parameter = { $ref?: string; name: string; required?: boolean; schema: object; example?: unknown }
type Operation = {
  operationId: OperationId
  parameters?: Parameter[]
  requestBody?: { content: Media }
  security: Record<string, []>[]
}

const contract = JSON.parse(readFileSync('openapi/kho.json', 'utf8'))
const operations = Object.values(contract.paths as Record<string, Record<string, Operation>>).flatMap(path =>
  Object.values(path),
)
const ajv = new Ajv({ strict: false })
addFormats(ajv)
ajv.addSchema(contract, 'contract')
const at = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'))

describe('the contract', () => {
  test('and what is generated of it are of the same state', () => {
    const files = Object.entries(generate())
    const kept = files.map(([name]) => [name, readFileSync(`openapi/${name}`, 'utf8')])
    expect(kept).toEqual(files)
  })

  test('names the token of an API client where the rule lets one in', () => {
    const client = {
      is_supper_admin: false,
      is_admin: true,
      is_sub_user: false,
      permission: 'full-control',
      scope: null,
      enable_bucket_notification: true,
      client: 'full-control',
    } as const
    const ofSuperAdmin = { ...client, is_supper_admin: true, client: 'accounts' } as const
    const closed = operations.filter(({ security }) =>
      security.some(({ session, client }) => session ?? client),
    )
    const named = closed.filter(({ security }) => security.some(scheme => scheme.client))
    const admitted = closed.filter(
      ({ operationId }) => mayCall(client, operationId) || mayCall(ofSuperAdmin, operationId),
    )
    expect(named.map(({ operationId }) => operationId)).toEqual(
      admitted.map(({ operationId }) => operationId),
    )
  })

  test('and the rules in domain/ name the same limits', () => {
    const { schemas } = contract.components
    const { NewPassword, Secret, Pin, ObjectKey, PartNumber, BucketName, CopyRequest } = schemas
    const { files } = schemas.UploadBatch.properties
    const listOf = (path: string, name: string) =>
      contract.paths[path].put.requestBody.content['application/json'].schema.properties[name].maxItems
    expect({
      password: [NewPassword.minLength, NewPassword.maxLength, Secret.maxLength],
      pin: [Pin.minLength, Pin.maxLength],
      key: ObjectKey.maxLength,
      part: PartNumber.maximum,
      bucket: [BucketName.minLength, BucketName.maxLength],
      items: CopyRequest.properties.keys.maxItems,
      batch: [files.maxItems, files.items.properties.size.maximum, bodyLimits.putBatch],
      label: schemas.Label.maxLength,
      contractCode: schemas.ContractCode.maxLength,
      emails: schemas.NotificationGroupInput.properties.emails.maxItems,
      bucketTags: listOf('/bucket/tags', 'tags'),
      objectTags: listOf('/objects/tags', 'tags'),
      corsRules: listOf('/bucket/cors', 'rules'),
      corsId: schemas.CorsRule.properties.id.maxLength,
      corsAge: schemas.CorsRule.properties.max_age_seconds.maximum,
    }).toEqual({
      password: [passwordMinimum, passwordMaximum, passwordMaximum],
      pin: [pinMinimum, pinMaximum],
      key: keyLimit,
      part: partLimit,
      bucket: [3, 63],
      items: selectionMaximum,
      batch: [batchFilesMaximum, basePartSize, 4 + batchHeadLimit + batchLimit],
      label: labelMaximum,
      contractCode: contractCodeMaximum,
      emails: emailsPerGroup,
      bucketTags: bucketTagsMaximum,
      objectTags: objectTagsMaximum,
      corsRules: corsRulesMaximum,
      corsId: corsPartMaximum,
      corsAge: corsAgeMaximum,
    })
  })

  test('gives every error code a status and a message', () => {
    const { ErrorCode } = contract.components.schemas
    expect(Object.keys(ErrorCode['x-catalogue']).sort()).toEqual([...ErrorCode.enum].sort())
  })

  test('has a valid example of each parameter that must be there', () => {
    const parameters = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((each: Parameter) => {
        const found: Parameter = each.$ref
          ? contract.components.parameters[each.$ref.split('/').at(-1)!]
          : each
        return { of: `${operationId} ${found.name}`, ...found }
      }),
    )
    const wrong = parameters.filter(
      ({ required, schema, example }) => required && !ajv.compile(at(schema))(example),
    )
    expect(wrong).toEqual([])
  })

  const bodies = operations.filter(operation => operation.requestBody)
  test.each(bodies.map(operation => [operation.operationId, operation]))(
    '%s has a valid example',
    (_, operation) => {
      for (const media of Object.values((operation as Operation).requestBody!.content)) {
        const head = media.schema.contentSchema
        const valid = ajv.compile(at(head ?? media.schema))
        const example = head ? contract.components.schemas.UploadBatch.example : media.example
        expect([valid(example), valid.errors]).toEqual([true, null])
      }
    },
  )
})
