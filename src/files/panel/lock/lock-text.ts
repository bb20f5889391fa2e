import { holds } from '../../../../domain/object-lock.ts'
import type { VersionLock } from '../../../../openapi/schema.ts'
import type { Formats } from '../../../i18n/formats.ts'
import type { Text } from '../../../i18n/text.ts'

/** The retention and legal hold of a version, in sentences. */
export function lockLines(t: Text, format: Formats, lock: VersionLock): string[] {
  const { mode, until, legal_hold } = lock
  const hold = legal_hold ? [t('fileLock.hold')] : []
  if (mode === null || until === null) return hold.length > 0 ? hold : [t('fileLock.none')]
  const date = format.dateTime(until)
  if (!holds(lock, Date.now() / 1000)) return [t('fileLock.over', { date }), ...hold]
  return [t(`fileLock.${mode}`, { date }), ...hold]
}
