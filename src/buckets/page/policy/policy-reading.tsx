import { chakra } from '@chakra-ui/react'
import { Ban, Check, CircleHelp } from 'lucide-react'
import { type Read, readPolicy } from '../../../../domain/policy/reading.ts'
import { useLanguage, useText } from '../../../i18n/text.ts'
import { exemptionOf, type People, sentenceOf } from './reading-text.ts'

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
