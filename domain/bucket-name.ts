import * as v from 'valibot'

/** What is wrong with a bucket's name; each has its message in the catalogues. */
export type BucketNameIssue =
  | 'bucket-name-length'
  | 'bucket-name-characters'
  | 'bucket-name-labels'
  | 'bucket-name-address'

/**
 * A bucket's name: 3 to 63 characters; lowercase letters, digits, hyphens and periods; each label starts and ends
 * with a letter or digit; not an IP address. Source: specification, section 5; S3, "Bucket naming rules".
 */
export const bucketName = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.check(name => name.length >= 3 && name.length <= 63, 'bucket-name-length' satisfies BucketNameIssue),
  v.regex(/^[a-z0-9.-]*$/, 'bucket-name-characters' satisfies BucketNameIssue),
  v.check(
    name => name.split('.').every(label => /^[a-z0-9](.*[a-z0-9])?$/.test(label)),
    'bucket-name-labels' satisfies BucketNameIssue,
  ),
  v.check(name => !/^\d+\.\d+\.\d+\.\d+$/.test(name), 'bucket-name-address' satisfies BucketNameIssue),
)

export const newBucket = v.object({ bucket: bucketName })
