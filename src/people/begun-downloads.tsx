import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { useStorageKind } from '../session/storage-kind.ts'

/** Where rights are taken away: what the storage cannot end. */
export function BegunDownloads() {
  const t = useText()
  if (useStorageKind() !== 'rgw') return null
  return (
    <chakra.p textStyle="small" color="fg.muted">
      {t('people.begunDownloads')}
    </chakra.p>
  )
}
