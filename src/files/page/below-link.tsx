import { Link } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { Button } from '../../ui/button.tsx'
import { searchAddress } from '../addresses.ts'

/** Leads to what is found in the folder and below it, if this person may search. */
export default function BelowLink({ place: { bucket, prefix }, search }: { place: Place; search: string }) {
  const t = useText()
  if (!mayCall(useUser(), 'searchObjects')) return null
  return (
    <Button asChild size="sm">
      <Link href={searchAddress(search, `${bucket}/${prefix}`)}>{t('files.searchBelow')}</Link>
    </Button>
  )
}
