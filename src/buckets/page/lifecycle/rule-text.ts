import { lifecycleActs, whereOf } from '../../../../domain/lifecycle.ts'
import type { LifecycleOther, LifecycleRule } from '../../../../openapi/schema.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { type Text, useText } from '../../../i18n/text.ts'

function otherText(t: Text, format: Formats, { kind, number, text }: LifecycleOther): string {
  const value = number ?? 0
  if (kind === 'larger' || kind === 'smaller')
    return t(`lifecycle.other.${kind}`, { size: format.bytes(value) })
  if (kind === 'date') return t('lifecycle.other.date', { date: format.date(value) })
  if (kind === 'transition-date') return t(`lifecycle.other.${kind}`, { text, date: format.date(value) })
  return t(`lifecycle.other.${kind}`, { text, number: value })
}

/** A rule in sentences, the first of which states what it applies to. */
export function useRuleText(): (rule: LifecycleRule) => [string, ...string[]] {
  const t = useText()
  const format = useFormats()
  return rule => {
    const about = { where: whereOf(rule.prefix), prefix: rule.prefix }
    const acts = lifecycleActs.flatMap(act => {
      const days = rule[act]
      return days === null ? [] : [t(`lifecycle.says.${act}`, { ...about, days })]
    })
    const [first = t('lifecycle.says.other', about), ...more] = acts
    return [first, ...more, ...rule.others.map(other => otherText(t, format, other))]
  }
}
