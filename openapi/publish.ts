import { STATUS_CODES } from 'node:http'

type Raw = Record<string, unknown>
type Catalogue = Record<string, { status: number; detail: string; meaning?: string; retry_after?: number }>

/** An operation's need, confirmation, error codes and body limit in bytes. */
export type Rule = { need: string; confirm: string | null; codes: string[]; bodyLimit: number | null }

const levels = ['any', 'read', 'write', 'read-write', 'full']
const needs = [
  'public',
  'session',
  'step',
  'user',
  ...levels,
  'owner',
  'owner-read',
  'events',
  'super',
  'super-client',
]
const confirmations = [null, 'session', 'request']

/** The rule of each operation, by id. @throws if a rule names something unknown */
export function rulesOf(source: Raw): Record<string, Rule> {
  const groups = source['x-code-groups'] as Record<string, string[]>
  const known = Object.keys(catalogueOf(source))
  const rules: Record<string, Rule> = {}
  for (const { method, operation } of operationsOf(source)) {
    const id = operation.operationId as string
    const need = operation['x-need'] as string
    const confirm = (operation['x-confirm'] ?? null) as string | null
    if (!needs.includes(need)) throw new Error(`${id}: x-need must be one of ${needs.join(', ')}.`)
    if (!confirmations.includes(confirm)) throw new Error(`${id}: x-confirm must be session or request.`)
    const named = [
      'every',
      ...(method === 'get' ? [] : ['change']),
      ...(need === 'public' ? [] : ['signed-in']),
      ...(need === 'public' || need === 'session' ? [] : ['password-changed']),
      ...(['public', 'session', 'step'].includes(need) ? [] : ['two-step-set-up']),
      ...(confirm === null ? [] : [`confirmed-${confirm}`]),
      ...((operation['x-codes'] ?? []) as string[]),
    ]
    const all = new Set(named.flatMap(name => groups[name] ?? [name]))
    const unknown = [...all].filter(code => !known.includes(code))
    if (unknown.length > 0) throw new Error(`${id}: the catalogue has no ${unknown.join(', ')}.`)
    const bodyLimit = (operation['x-body-limit'] ?? null) as number | null
    rules[id] = { need, confirm, codes: known.filter(code => all.has(code)), bodyLimit }
  }
  return rules
}

/** The published contract: `security` and error responses of each operation come from its rule. */
export function publish(source: Raw): Raw {
  const document = structuredClone(source)
  delete document['x-code-groups']
  const rules = rulesOf(source)
  const catalogue = catalogueOf(source)
  for (const { operation } of operationsOf(document)) {
    const rule = rules[operation.operationId as string]!
    delete operation['x-codes']
    operation.security ??= securityOf(rule)
    Object.assign(operation.responses as Raw, errorResponses(rule.codes, catalogue))
  }
  const components = document.components as Record<string, Raw>
  const responses = Object.values(rules).map(({ codes }) => errorResponses(codes, catalogue))
  const text = JSON.stringify(responses)
  components.headers = { RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  components.examples = {}
  for (const [code, entry] of Object.entries(catalogue)) {
    const alone = text.includes(`"#/components/responses/${code}"`)
    if (alone)
      components.responses![code] = errorResponse([code], entry.status, entry.meaning ?? entry.detail)
    if (alone || text.includes(`"#/components/examples/${code}"`)) {
      components.examples[code] = example(code, entry)
    }
  }
  return document
}

function securityOf({ need, confirm }: Rule): Raw[] {
  if (need === 'public') return []
  if (need === 'super-client') return [{ client: [] }]
  const byClients = [...levels, 'owner-read', 'super'].includes(need) && confirm === null
  return [{ session: [] }, ...(byClients ? [{ client: [] }] : [])]
}

/** One response per status; a status with one code refers to the components. */
function errorResponses(codes: string[], catalogue: Catalogue): Raw {
  const byStatus = Map.groupBy(codes, code => catalogue[code]!.status)
  const responses = [...byStatus].map(([status, those]) => [
    String(status),
    those.length === 1
      ? { $ref: `#/components/responses/${those[0]}` }
      : errorResponse(those, status, those.map(code => `\`${code}\``).join(', ')),
  ])
  return Object.fromEntries(responses)
}

function errorResponse(codes: string[], status: number, description: string): Raw {
  return {
    description,
    ...((status === 429 || status === 503) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

function example(code: string, { status, detail, meaning, retry_after }: Catalogue[string]): Raw {
  return {
    summary: meaning ?? detail,
    value: {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      code,
      detail,
      request_id: '7b3c1f6e-9d51-4a02-8f0e-2f4f3a7c9b10',
      ...(retry_after !== undefined && { retry_after }),
    },
  }
}

export function catalogueOf(source: Raw): Catalogue {
  const { schemas } = source.components as { schemas: Record<string, Raw> }
  return schemas.ErrorCode!['x-catalogue'] as Catalogue
}

/** Each kind of audit detail, and the actions that have it. */
export function detailKindsOf(source: Raw): [kind: string, actions: string[]][] {
  const { schemas } = source.components as { schemas: Record<string, Raw> }
  const kinds = schemas.AuditDetail!.oneOf as {
    properties: { kind: { const: string } }
    'x-actions': string[]
  }[]
  return kinds.map(each => [each.properties.kind.const, each['x-actions']])
}

function operationsOf(document: Raw): { method: string; operation: Raw }[] {
  const paths = document.paths as Record<string, Record<string, Raw>>
  return Object.values(paths).flatMap(item =>
    Object.entries(item).map(([method, operation]) => ({ method, operation })),
  )
}
