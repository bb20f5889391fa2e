import { chakra } from '@chakra-ui/react'
import { type Reading, readPolicy } from '../../../../domain/policy/reading.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Inside, sentenceOf } from './reading-text.ts'

/** What a policy allows everyone; statements with conditions on an address or a date are listed too. */
export function publicSentences(policy: string, bucket: string, inside: Inside): string[] {
  const readings = policy.trim() === '' ? [] : (readPolicy(policy, bucket) ?? [])
  return readings
    .filter((each): each is Reading => !('invalid' in each) && each.allows && each.who.everybody)
    .map(reading => sentenceOf(reading, inside))
}

type Props = {
  open: boolean
  sentences: string[]
  address: string
  onConfirm: () => void
  onClose: () => void
}

/** What becomes public, by which statements, and at which address, before saving. */
export function PublicWarning({ open, sentences, address, onConfirm, onClose }: Props) {
  const t = useText()
  return (
    <ConfirmDialog
      open={open}
      title={t('policy.public.title')}
      lead={t('policy.public.lead')}
      action={t('policy.public.do')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <chakra.ul listStyleType="disc" ps="5" display="flex" flexDirection="column" gap="1">
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </chakra.ul>
      <chakra.p mt="4" color="fg.muted">
        {t('policy.public.address')}
      </chakra.p>
      <chakra.code fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
        {`${address}/…`}
      </chakra.code>
    </ConfirmDialog>
  )
}
