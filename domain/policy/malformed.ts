/** What can be wrong with a policy, in the words that S3 clients read. `value`: the text that is wrong. */
const reasons = {
  'too-long': () => 'it is longer than 20480 bytes',
  json: () => 'it is not JSON',
  object: () => 'it is not a JSON object',
  'unknown-element': value => `unknown element ${value}`,
  version: () => 'Version must be 2012-10-17',
  id: () => 'Id must be text',
  'no-statement': () => 'it has no Statement',
  statement: () => 'a statement must be an object',
  sid: () => 'Sid must be text',
  'reserved-sid': () => 'a Sid that begins with KhoAccess belongs to the console',
  effect: () => 'Effect must be Allow or Deny',
  either: value => `a statement needs either ${value} or Not${value}`,
  texts: value => `${value} must be text or a list of texts`,
  action: value => `invalid action ${value}`,
  resource: value => `invalid resource ${value}`,
  'other-bucket': value => `the resource ${value} is of another bucket`,
  principal: value => `invalid principal ${value}`,
  'principal-kind': value => `unknown kind of principal ${value}`,
  'not-principal': () => 'NotPrincipal cannot be used with Allow',
  condition: () => 'Condition must be an object',
  'condition-object': value => `the condition ${value} must be an object`,
  operator: value => `unknown condition operator ${value}`,
  key: value => `unknown condition key ${value}`,
  'no-values': value => `the condition key ${value} has no values`,
  number: value => `${value} is not a number`,
  date: value => `${value} is not a date`,
  boolean: value => `${value} is not true or false`,
  address: value => `one of ${value} is not an IP address or CIDR range`,
} as const satisfies Record<string, (value: string) => string>

type PolicyFault = keyof typeof reasons

/** The path within the policy, as in JavaScript: `['Statement', 0, 'Action']`. Empty: the whole policy. */
export type PolicyPath = readonly (string | number)[]

export type PolicyIssue = { fault: PolicyFault; value: string; path: PolicyPath }

/** A text that is not a valid bucket policy. */
export class MalformedPolicy extends Error {
  readonly issue: PolicyIssue

  constructor(issue: PolicyIssue) {
    super(`The policy is not valid: ${reasons[issue.fault](issue.value)}.`)
    this.name = 'MalformedPolicy'
    this.issue = issue
  }
}

/** @throws MalformedPolicy */
export function malformed(fault: PolicyFault, value = ''): never {
  throw new MalformedPolicy({ fault, value, path: [] })
}

/** Runs `work`, which reads the part at `path`, and adds that path to its errors. @throws MalformedPolicy */
export function at<T>(path: PolicyPath, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof MalformedPolicy)) throw error
    const { issue } = error
    throw new MalformedPolicy({ ...issue, path: [...path, ...issue.path] })
  }
}
