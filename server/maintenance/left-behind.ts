import type { StoredCounts } from '../engine/stored.ts'

/** What is not moved, if there is any of it: `{n}` is how much. */
const counted: Record<keyof StoredCounts, string> = {
  versions: 'Previous versions: {n}.',
  markers: 'Delete markers: {n}.',
  locks: 'Retentions and legal holds of objects: {n}.',
  acls: 'ACLs of objects: {n}.',
  tags: 'Tags of objects: {n}.',
  expires: 'Headers “Expires” of objects: {n}.',
  encrypted: 'Encryption at rest of objects: {n}. RGW stores them as it is set up to.',
  uploads: 'Unfinished uploads: {n}.',
  notifications: 'Notifications of buckets: {n}. Save them again in the console.',
  encryption: 'Default encryption of buckets: {n}.',
  ownership: 'Ownership controls of buckets: {n}.',
}

/** Sentences for what the new storage does not have of the old one. */
export function leftBehind(counts: StoredCounts): string[] {
  const found = Object.entries(counted).filter(([name]) => counts[name as keyof StoredCounts] > 0)
  const lines = found.map(
    ([name, sentence]) => `  ${sentence.replace('{n}', String(counts[name as keyof StoredCounts]))}`,
  )
  return [
    'Left behind:',
    ...lines,
    '  Times of objects, which are those of the copy (the metadata “mtime” has the old ones), checksums, and',
    '  ETags of uploads in parts; the last use of keys, and traffic that the console had not counted yet.',
  ]
}
