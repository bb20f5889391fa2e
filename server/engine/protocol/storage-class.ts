import { S3Error } from './errors.ts'

/** The header in which an object's class is stored; absent for STANDARD, as in S3's responses. */
export const STORAGE_CLASS = 'x-amz-storage-class'

/** S3's classes with immediate access. To the engine they are only names to store and show. */
const classes = [
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
]

/** The header to store for the requested class. @throws S3Error InvalidStorageClass */
export const storageClassHeader = (asked: string | undefined): Record<string, string> => {
  if (asked === undefined || asked === 'STANDARD') return {}
  if (!classes.includes(asked)) throw new S3Error('InvalidStorageClass')
  return { [STORAGE_CLASS]: asked }
}

/** The class of an object with these headers. */
export const storageClassOf = (headers: Record<string, string>): string =>
  headers[STORAGE_CLASS] ?? 'STANDARD'

/** SQL for the class in a row of the index, null for STANDARD. */
export const storageClassColumn = `headers ->> '$."${STORAGE_CLASS}"' AS storage_class`
