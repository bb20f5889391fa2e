import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { S3Error } from '../protocol/errors.ts'
import { requireTag, type Tag } from '../protocol/tags.ts'
import { childText, element, parseXml, type XmlNode } from '../protocol/xml.ts'

/** Conditions that an object must all meet. `larger`, `smaller`: exclusive bounds, in bytes. */
export type Filter = { prefix: string; tags: Tag[]; larger?: number; smaller?: number }

/** `date`: unix ms. `marker`: delete markers that hide nothing. */
export type Expiration = { days: number } | { date: number } | { marker: true }

/** `newer`: how many of the newest previous versions are kept regardless. */
export type Rule = {
  id: string
  enabled: boolean
  filter: Filter
  expiration?: Expiration
  noncurrent?: { days: number; newer: number }
  abortDays?: number
}

const MOST_RULES = 1000
const MOST_ID = 255
const MOST_PREFIX = 1024
const MOST_NEWER = 100
const MOST_DAYS = 2 ** 31 - 1
const DAY_MS = 24 * 3600_000

const malformed = (): never => {
  throw new S3Error('MalformedXML')
}

/** @throws S3Error MalformedXML for two children of that name */
const child = (node: XmlNode, name: string): XmlNode | undefined => {
  const found = node.children.filter(each => each.name === name)
  return found.length > 1 ? malformed() : found[0]
}

const requireNames = (node: XmlNode, names: readonly string[]): void => {
  if (node.children.some(each => !names.includes(each.name))) malformed()
}

const wholeNumber = (text: string): number => {
  const trimmed = text.trim()
  return /^-?\d{1,15}$/.test(trimmed) ? Number(trimmed) : malformed()
}

const positive = (text: string, name: string, most = MOST_DAYS): number => {
  const value = wholeNumber(text)
  if (value >= 1 && value <= most) return value
  throw new S3Error('InvalidArgument', `'${name}' must be a positive integer of ${most} at most`)
}

const parseDate = (text: string): number => {
  const date = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/.test(text.trim())
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(date)) malformed()
  if (date % DAY_MS !== 0) throw new S3Error('InvalidArgument', "'Date' must be at midnight GMT")
  return date
}

const parseTag = (node: XmlNode): Tag => {
  const tag = { key: childText(node, 'Key') ?? malformed(), value: childText(node, 'Value') ?? malformed() }
  requireTag(tag)
  return tag
}

const predicates = ['Prefix', 'Tag', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan']

/** S3 allows one predicate, or several in `And`; here all given ones must hold, as in Ceph RGW. */
const parseFilter = (rule: XmlNode): Filter => {
  const filter = child(rule, 'Filter')
  const prefix = child(rule, 'Prefix')
  if ((filter === undefined) === (prefix === undefined)) malformed()
  if (prefix) return { prefix: prefix.text, tags: [] }
  requireNames(filter!, [...predicates, 'And'])
  const and = child(filter!, 'And')
  if (and) requireNames(and, predicates)
  const all = [...filter!.children, ...(and?.children ?? [])]
  const prefixes = all.filter(each => each.name === 'Prefix').map(each => each.text)
  const longest = prefixes.reduce((most, each) => (each.length > most.length ? each : most), '')
  if (prefixes.some(each => !longest.startsWith(each))) {
    throw new S3Error('InvalidRequest', 'The prefixes of a filter contradict each other.')
  }
  const sizes = (name: string): number[] =>
    all
      .filter(each => each.name === name)
      .map(each => {
        const size = wholeNumber(each.text)
        if (size < 0) throw new S3Error('InvalidArgument', `'${name}' must not be negative`)
        return size
      })
  const larger = sizes('ObjectSizeGreaterThan')
  const smaller = sizes('ObjectSizeLessThan')
  const result: Filter = {
    prefix: longest,
    tags: all.filter(each => each.name === 'Tag').map(parseTag),
    ...(larger.length > 0 && { larger: Math.max(...larger) }),
    ...(smaller.length > 0 && { smaller: Math.min(...smaller) }),
  }
  if (result.larger !== undefined && result.smaller !== undefined && result.larger >= result.smaller) {
    throw new S3Error('InvalidRequest', "'ObjectSizeLessThan' must be greater than 'ObjectSizeGreaterThan'")
  }
  return result
}

const parseExpiration = (node: XmlNode): Expiration => {
  requireNames(node, ['Days', 'Date', 'ExpiredObjectDeleteMarker'])
  const days = childText(node, 'Days')
  const date = childText(node, 'Date')
  const marker = childText(node, 'ExpiredObjectDeleteMarker')?.trim()
  if (node.children.length !== 1) return malformed()
  if (days !== undefined) return { days: positive(days, 'Days') }
  if (date !== undefined) return { date: parseDate(date) }
  return marker === 'true' ? { marker: true } : malformed()
}

const parseNoncurrent = (node: XmlNode): { days: number; newer: number } => {
  requireNames(node, ['NoncurrentDays', 'NewerNoncurrentVersions'])
  const newer = childText(node, 'NewerNoncurrentVersions')
  return {
    days: positive(childText(node, 'NoncurrentDays') ?? malformed(), 'NoncurrentDays'),
    newer: newer === undefined ? 0 : positive(newer, 'NewerNoncurrentVersions', MOST_NEWER),
  }
}

/** All storage classes are equal here, so only a transition to STANDARD is accepted, and does nothing. */
const requireTransition = (node: XmlNode): void => {
  const names = ['Date', 'Days', 'NoncurrentDays', 'NewerNoncurrentVersions', 'StorageClass']
  requireNames(node, names)
  const date = childText(node, 'Date')
  if (date !== undefined) parseDate(date)
  if (childText(node, 'StorageClass') !== 'STANDARD') throw new S3Error('InvalidStorageClass')
}

const actions = [
  ...['Expiration', 'NoncurrentVersionExpiration', 'AbortIncompleteMultipartUpload'],
  ...['Transition', 'NoncurrentVersionTransition'],
]

const parseRule = (node: XmlNode): Rule => {
  requireNames(node, ['ID', 'Status', 'Filter', 'Prefix', ...actions])
  const id = childText(node, 'ID') ?? ''
  if (id.length > MOST_ID)
    throw new S3Error('InvalidArgument', `ID length should not exceed allowed limit of ${MOST_ID}`)
  const status = childText(node, 'Status')
  if (status !== 'Enabled' && status !== 'Disabled') malformed()
  const filter = parseFilter(node)
  if (Buffer.byteLength(filter.prefix) > MOST_PREFIX) {
    throw new S3Error('InvalidRequest', `The maximum size of a prefix is ${MOST_PREFIX}.`)
  }
  if (!node.children.some(each => actions.includes(each.name))) {
    throw new S3Error('InvalidRequest', 'At least one action needs to be specified in a rule')
  }
  for (const each of node.children) if (each.name.endsWith('Transition')) requireTransition(each)
  const expiration = child(node, 'Expiration')
  const noncurrent = child(node, 'NoncurrentVersionExpiration')
  const abort = child(node, 'AbortIncompleteMultipartUpload')
  const rule: Rule = {
    id,
    enabled: status === 'Enabled',
    filter,
    ...(expiration && { expiration: parseExpiration(expiration) }),
    ...(noncurrent && { noncurrent: parseNoncurrent(noncurrent) }),
    ...(abort && {
      abortDays: positive(childText(abort, 'DaysAfterInitiation') ?? malformed(), 'DaysAfterInitiation'),
    }),
  }
  const { tags, larger, smaller } = filter
  const sized = larger !== undefined || smaller !== undefined
  const ofMarkers = rule.expiration !== undefined && 'marker' in rule.expiration
  if ((tags.length > 0 && (abort || ofMarkers)) || (sized && abort)) {
    throw new S3Error(
      'InvalidRequest',
      'AbortIncompleteMultipartUpload and ExpiredObjectDeleteMarker cannot be specified with tags or sizes',
    )
  }
  return rule
}

const rulesOf = (root: XmlNode): XmlNode[] => {
  if (root.name !== 'LifecycleConfiguration') malformed()
  requireNames(root, ['Rule'])
  if (root.children.length === 0) malformed()
  if (root.children.length > MOST_RULES) {
    throw new S3Error('InvalidRequest', `A lifecycle configuration has ${MOST_RULES} rules at most.`)
  }
  return root.children
}

/** Maximum number of elements in a body. */
const MOST_NODES = 40_000

const parse = (xml: string): XmlNode[] => rulesOf(parseXml(xml, MOST_NODES))

const write = ({ name, text, children }: XmlNode): string =>
  children.length === 0 ? element(name, text) : `<${name}>${children.map(write).join('')}</${name}>`

/**
 * Checks a `LifecycleConfiguration`, and returns its rules as XML, each with an id, to store and show.
 * @throws S3Error MalformedXML, InvalidArgument, InvalidRequest, InvalidTag, InvalidStorageClass
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html
 */
export const checkedLifecycle = (body: string): string => {
  const nodes = parse(body)
  const ids = nodes.map(node => parseRule(node).id).filter(id => id !== '')
  if (new Set(ids).size < ids.length) {
    throw new S3Error('InvalidArgument', 'Rule ID must be unique. Found same ID for more than one rule')
  }
  return nodes
    .map(node => {
      const id = childText(node, 'ID') || randomBytes(16).toString('hex')
      const others = node.children.filter(each => each.name !== 'ID')
      return write({ ...node, children: [{ name: 'ID', text: id, children: [] }, ...others] })
    })
    .join('')
}

const known = new LRUCache<number, { xml: string; rules: Rule[] }>({ max: 1000 })

/** The bucket's enabled rules, parsed once per text. */
export const enabledRules = ({ id, lifecycle }: { id: number; lifecycle: string | null }): Rule[] => {
  if (lifecycle === null) return []
  const found = known.get(id)
  if (found?.xml === lifecycle) return found.rules
  const rules = parse(`<LifecycleConfiguration>${lifecycle}</LifecycleConfiguration>`)
    .map(parseRule)
    .filter(rule => rule.enabled)
  known.set(id, { xml: lifecycle, rules })
  return rules
}
