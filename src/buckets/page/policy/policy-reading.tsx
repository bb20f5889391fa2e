import { chakra } from '@chakra-ui/react'
import { Ban, Check, CircleHelp } from 'lucide-react'
import { type Read, type Reading, readPolicy } from '../../../../domain/policy/reading.ts'
import { useLanguage, useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { exemptionOf, type Inside, type People, sentenceOf } from './reading-text.ts'

type Props = { policy: string; bucket: string; people: People; label: string }

/** A policy in words, a sentence for each statement. */
export function PolicyReading({ policy, bucket, people, label }: Props) {
  const t = useText()
  const readings = policy.trim() === '' ? [] : readPolicy(policy, bucket)
  if (!readings) return <Muted>{t('policy.read.notYet')}</Muted>
  if (readings.length === 0) return <Muted>{t('policy.read.none')}</Muted>
  return (
    <chakra.ol aria-label={label} display="flex" flexDirection="column" gap="3" listStyleType="none">
      {readings.map(reading => (
        <Statement key={reading.index} reading={reading} people={people} />
      ))}
    </chakra.ol>
  )
}

function Muted({ children }: { children: string }) {
  return <chakra.p color="fg.muted">{children}</chakra.p>
}

function Statement({ reading, people }: { reading: Read; people: People }) {
  const t = useText()
  const { locale } = useLanguage()
  const valid = !('invalid' in reading)
  const Icon = !valid ? CircleHelp : reading.allows ? Check : Ban
  const color = !valid ? 'fg.subtle' : reading.allows ? 'fg.success' : 'fg.danger'
  const inside = { t, locale, people }
  const exempt = valid ? exemptionOf(reading, inside) : null
  const wordless =
    valid && (reading.terms.some(({ kind }) => kind === 'other') || reading.what.others.length > 0)
  return (
    <chakra.li display="flex" gap="2.5" minW="0">
      <chakra.span color={color} _icon={{ boxSize: '18px', mt: '2px' }}>
        <Icon aria-hidden="true" />
      </chakra.span>
      <chakra.div minW="0" overflowWrap="anywhere">
        <p>{valid ? sentenceOf(reading, inside) : t('policy.read.invalid')}</p>
        {exempt && <Note>{exempt}</Note>}
        {wordless && <Note>{t('policy.read.wordless')}</Note>}
        {valid && reading.idle && <Note>{t('policy.read.idle')}</Note>}
        <Note>
          {t('policy.read.statement', { number: reading.index + 1 })}
          {valid && reading.sid ? ` · ${reading.sid}` : ''}
        </Note>
      </chakra.div>
    </chakra.li>
  )
}

const Note = chakra('p', { base: { textStyle: 'small', color: 'fg.muted' } })

/** What a policy allows everyone; statements with conditions on an address or a date are listed too. */
export function publicSentences(policy: string, bucket: string, inside: Inside): string[] {
  const readings = policy.trim() === '' ? [] : (readPolicy(policy, bucket) ?? [])
  return readings
    .filter((each): each is Reading => !('invalid' in each) && each.allows && each.who.everybody)
    .map(reading => sentenceOf(reading, inside))
}

type WarningProps = {
  open: boolean
  sentences: string[]
  address: string
  onConfirm: () => void
  onClose: () => void
}

/** What becomes public, by which statements, and at which address, before saving. */
export function PublicWarning({ open, sentences, address, onConfirm, onClose }: WarningProps) {
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
