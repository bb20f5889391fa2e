import type { BucketNameIssue } from './issue.ts'
import * as v from './valibot.ts'

const rules: Record<BucketNameIssue, (name: string) => boolean> = {
  'bucket-name-length': name => name.length >= 3 && name.length <= 63,
  'bucket-name-characters': name => /^[a-z0-9.-]*$/.test(name),
  'bucket-name-labels': name => name.split('.').every(label => /^[a-z0-9](.*[a-z0-9])?$/.test(label)),
  'bucket-name-address': name => !/^\d+\.\d+\.\d+\.\d+$/.test(name),
}

/** The rules in the order in which they are shown. */
export function bucketNameRules(name: string): { issue: BucketNameIssue; kept: boolean }[] {
  return (Object.keys(rules) as BucketNameIssue[]).map(issue => ({ issue, kept: rules[issue](name) }))
}

/**
 * A bucket's name: 3 to 63 characters; lowercase letters, digits, hyphens and periods; each label starts and ends
 * with a letter or digit; not an IP address. Source: specification, section 5; S3, "Bucket naming rules".
 */
export const bucketName = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.issueOf(name => bucketNameRules(name).find(rule => !rule.kept)?.issue ?? null),
)
