import { ArchiveRestore } from 'lucide-react'
import { Link } from 'wouter'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Tip } from '../../ui/tip.tsx'

/** Leads to the deleted files. */
export default function DeletedLink({ address, narrow }: { address: string; narrow: boolean }) {
  const t = useText()
  const label = t('files.deletedFiles')
  const link = (
    <Button asChild variant="quiet" px={narrow ? '2.5' : '3'} color="fg.muted">
      <Link href={address} aria-label={label}>
        <ArchiveRestore />
        {!narrow && label}
      </Link>
    </Button>
  )
  return narrow ? <Tip label={label}>{link}</Tip> : link
}
