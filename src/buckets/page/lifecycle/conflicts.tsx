import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { type Conflict, conflictsOf } from '../../../../domain/lifecycle.ts'
import type { LifecycleRule } from '../../../../openapi/schema.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import { lockCalls, useStored, versioningCalls } from '../setting/calls.ts'

/** The conflicts of rules, with the bucket's other settings; none until those are loaded. */
export function useConflicts(bucket: string): (rules: readonly LifecycleRule[]) => Conflict[] {
  const { data: versioning } = useStored(bucket, versioningCalls(bucket))
  const { data: lock } = useStored(bucket, lockCalls(bucket))
  return rules => {
    if (!versioning || !lock) return []
    const { days, years } = lock.value
    return conflictsOf(rules, { versioning: versioning.value, lockDays: days ?? (years ?? 0) * 365 })
  }
}

function conflictText(t: Text, conflict: Conflict): string {
  if (conflict.kind === 'locked') return t('lifecycle.conflict.locked', { days: conflict.days })
  if (conflict.kind !== 'earlier') return t(`lifecycle.conflict.${conflict.kind}`)
  const { prefix, days } = conflict
  return t('lifecycle.conflict.earlier', { where: prefix === '' ? 'all' : 'prefix', prefix, days })
}

/** Warnings about conflicts of one rule with others. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const t = useText()
  const texts = [...new Set(conflicts.map(conflict => conflictText(t, conflict)))]
  if (texts.length === 0) return null
  return (
    <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="1">
      {texts.map(text => (
        <chakra.li
          key={text}
          display="flex"
          gap="2"
          textStyle="small"
          color="fg.warning"
          overflowWrap="anywhere"
          _icon={{ boxSize: '16px', flexShrink: '0', mt: '2px' }}
        >
          <TriangleAlert aria-hidden="true" />
          <chakra.span minW="0">{text}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
