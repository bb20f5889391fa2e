import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OperationId } from '../../domain/permissions.ts'
import { type FieldIssue, Problem } from '../errors/problem.ts'
import type { Contract, Operation } from './document.ts'
import { domainIssues } from './field-rules.ts'

/** Checks a value, and fills in the contract's defaults; null: no issues. */
export type Check = (value: unknown) => FieldIssue[] | null

type OperationChecks = { query: Check; params: Check; body: Check | null; response: Check | null }

const id = 'kho.json'

/**
 * The checks of the contract's schemas. In query and path, text is converted to numbers, or to a list of one, and
 * unknown names are rejected.
 */
export function makeChecks(contract: Contract): (operation: Operation) => OperationChecks {
  const strict = makeAjv(contract, false)
  const coercing = makeAjv(contract, 'array')
  const at = (pointer: string) => ({ $ref: `${id}#${encodeURI(pointer).replaceAll('#', '%23')}` })
  function parameters(operation: Operation, place: 'query' | 'path'): Check {
    const named = operation.parameters.filter(parameter => parameter.in === place)
    return check(() =>
      coercing.compile({
        type: 'object',
        additionalProperties: false,
        required: named.filter(parameter => parameter.required).map(parameter => parameter.name),
        properties: Object.fromEntries(
          named.map(({ name, pointer }) => [name, inline(contract, pointer, at)]),
        ),
      }),
    )
  }
  return operation => ({
    query: parameters(operation, 'query'),
    params: parameters(operation, 'path'),
    body: operation.body && check(() => strict.compile(at(operation.body!.pointer))),
    response:
      operation.success.pointer === null ? null : check(() => strict.compile(at(operation.success.pointer!))),
  })
}

/** Ajv fills in a default only from the property itself, not through a $ref. */
function inline(contract: Contract, pointer: string, at: (pointer: string) => object): object {
  let found: unknown = contract.document
  for (const step of pointer.split('/').slice(1)) {
    found = (found as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  const schema = found as Record<string, unknown>
  return '$ref' in schema ? at((schema.$ref as string).slice(1)) : schema
}

function makeAjv(contract: Contract, coerceTypes: false | 'array'): Ajv2020 {
  // The meta-schema does not know OpenAPI documents.
  const options = { allErrors: false, useDefaults: true, allowUnionTypes: true, validateSchema: false }
  const ajv = new Ajv2020({ ...options, coerceTypes })
  formats.default(ajv)
  ajv.addVocabulary([...Object.keys(contract.document), 'example', 'x-actions', 'x-catalogue'])
  ajv.addSchema(contract.document, id)
  return ajv
}

/** INVALID_REQUEST for `issues` of an operation's query or body, and those that the rules of domain/ find in it. */
export function requireValid(operation: OperationId, input: unknown, issues: FieldIssue[]): void {
  const ours = domainIssues(operation, input)
  const named = new Set(ours.map(issue => issue.field))
  const others = issues.length === 0 ? illFormed(input) : issues
  const fields = [...ours, ...others.filter(issue => !named.has(issue.field))]
  if (fields.length > 0) throw new Problem('INVALID_REQUEST', { fields: fields.slice(0, 20) })
}

/** The check of an operation's body, wherever it comes from. */
export function makeBodyCheck(contract: Contract, id: OperationId): (body: unknown) => void {
  const { body: check } = makeChecks(contract)(contract.operations.find(operation => operation.id === id)!)
  return body => requireValid(id, body, check!(body) ?? [])
}

/** The texts in a body with lone surrogates: neither URLs nor databases can hold them. `path`: of `value`, with dots. */
function illFormed(value: unknown, path = ''): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (typeof value === 'string' && !value.isWellFormed())
    issues.push({ field: path, message: 'must be well-formed Unicode' })
  if (typeof value !== 'object' || value === null) return issues
  // A body may have 10,000 names: nothing is allocated for a well-formed one.
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const each: unknown = value[name as keyof typeof value]
    if (typeof each !== 'string' || !each.isWellFormed())
      issues.push(...illFormed(each, path === '' ? `${name}` : `${path}.${name}`))
  }
  return issues
}

/** Compiled on first use: compiling all would dominate the start-up time. */
function check(compile: () => ValidateFunction): Check {
  let validate: ValidateFunction | undefined
  return value => {
    validate ??= compile()
    return validate(value) ? null : (validate.errors ?? []).map(issueOf)
  }
}

/** The field is a path with dots: `parts.0.etag`. Messages repeat no value. */
function issueOf(error: ErrorObject): FieldIssue {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') path.push(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') path.push(error.params.additionalProperty)
  return {
    field: path.join('.'),
    message: error.keyword === 'required' ? 'required' : (error.message ?? 'invalid'),
  }
}
