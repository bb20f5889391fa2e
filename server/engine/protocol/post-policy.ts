import * as v from 'valibot'
import { S3Error } from './errors.ts'

type Condition = { match: 'eq' | 'starts-with'; field: string; value: string }

/**
 * A form's policy. `expires`: unix ms; `sizes`: minimum and maximum bytes of the file; `unmet`: a condition that no
 * form can meet, as written.
 */
type PostPolicy = {
  expires: number
  conditions: Condition[]
  sizes: { least: number; most: number }
  unmet: string | undefined
}

const bound = v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.string()])
const wholeNumber = (value: string | number): number =>
  /^\d{1,15}$/.test(String(value)) ? Number(value) : Number.NaN
const operator = (names: Condition['match'][] | ['content-length-range']) =>
  v.pipe(v.string(), v.toLowerCase(), v.picklist(names))
const schema = v.object({
  expiration: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)),
  conditions: v.pipe(
    v.array(
      v.union([
        v.strictTuple([operator(['eq', 'starts-with']), v.string(), v.string()]),
        v.strictTuple([operator(['content-length-range']), bound, bound]),
        v.pipe(
          v.record(v.string(), v.string()),
          v.check(record => Object.keys(record).length === 1),
        ),
      ]),
    ),
    v.maxLength(1000),
  ),
})

/**
 * Reads the policy of a form (JSON text).
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 * @throws S3Error InvalidPolicyDocument
 */
export const parsePostPolicy = (text: string): PostPolicy => {
  const invalid = (): S3Error => new S3Error('InvalidPolicyDocument')
  let json: unknown
  try {
    // S3's own escape of the dollar sign, which is not valid JSON.
    json = JSON.parse(text.replace(/(^|[^\\])((?:\\\\)*)\\\$/g, '$1$2$$'))
  } catch {
    throw invalid()
  }
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw invalid()
  const expires = Date.parse(parsed.output.expiration)
  if (Number.isNaN(expires)) throw invalid()
  const sizes = { least: 0, most: Number.MAX_SAFE_INTEGER }
  const policy: PostPolicy = { expires, conditions: [], sizes, unmet: undefined }
  for (const condition of parsed.output.conditions) {
    if (!Array.isArray(condition)) {
      const [field = '', value = ''] = Object.entries(condition)[0] ?? []
      policy.conditions.push({ match: 'eq', field: field.toLowerCase(), value })
    } else if (condition[0] === 'content-length-range') {
      const [least, most] = [wholeNumber(condition[1]), wholeNumber(condition[2])]
      if (Number.isNaN(least + most)) policy.unmet = JSON.stringify(condition)
      policy.sizes = { least: Math.max(policy.sizes.least, least), most: Math.min(policy.sizes.most, most) }
    } else {
      const [match, field, value] = condition as [Condition['match'], string, string]
      if (!/^\$./.test(field)) policy.unmet = JSON.stringify(condition)
      policy.conditions.push({ match, field: field.slice(1).toLowerCase(), value })
    }
  }
  return policy
}

/** Fields that need no condition. A checksum can only reject the file. */
const free = /^(policy|file|signature|awsaccesskeyid|x-amz-signature|x-amz-checksum-.*|x-ignore-.*)$/

/**
 * Checks a form's fields, with lower-case names and including `bucket`, against the policy.
 * @throws S3Error AccessDenied
 */
export const requirePostPolicy = (policy: PostPolicy, fields: Map<string, string>, now: number): void => {
  const denied = (why: string): S3Error => new S3Error('AccessDenied', `Invalid according to Policy: ${why}`)
  if (now >= policy.expires) throw denied('Policy expired.')
  if (policy.unmet !== undefined) throw denied(`Policy Condition failed: ${policy.unmet}`)
  for (const { match, field, value } of policy.conditions) {
    const sent = fields.get(field) ?? ''
    const values = field === 'content-type' ? sent.split(',') : [sent]
    const kept = match === 'eq' ? sent === value : values.every(each => each.startsWith(value))
    if (!kept) throw denied(`Policy Condition failed: ["${match}", "$${field}", "${value}"]`)
  }
  const named = new Set(policy.conditions.map(condition => condition.field))
  for (const name of fields.keys()) {
    if (!named.has(name) && !free.test(name)) throw denied(`Extra input fields: ${name}`)
  }
}
