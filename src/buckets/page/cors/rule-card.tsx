import { chakra } from '@chakra-ui/react'
import { Pencil, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type CorsRule, consoleOriginsIn } from '../../../../domain/cors-rules.ts'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tip } from '../../../ui/tip.tsx'
import { RuleFacts } from './rule-facts.tsx'

type Props = {
  number: number
  rule: CorsRule
  /** The console's own origins. */
  own: readonly string[]
  /** The fields of a rule that is being edited; null: read only. */
  fields?: ReactNode
  onEdit?: () => void
  onRemove?: () => void
}

/** One rule, read only or being edited. */
export function RuleCard({ number, rule, own, fields, onEdit, onRemove }: Props) {
  const t = useText()
  const id = useId()
  const shadowed = consoleOriginsIn(rule, own)
  const name = rule.id || t('bucket.cors.rule', { number })
  return (
    <chakra.li
      aria-labelledby={id}
      borderWidth="1px"
      borderRadius="lg"
      px={{ base: '4', sm: '5' }}
      py="4"
      display="flex"
      flexDirection="column"
      gap="3"
      minW="0"
    >
      <chakra.div display="flex" alignItems="center" gap="1" minH="8">
        <chakra.h3 id={id} fontWeight="medium" flex="1" minW="0" overflowWrap="anywhere">
          {name}
        </chakra.h3>
        {onEdit && !fields && (
          <Tip label={t('bucket.cors.edit')}>
            <IconButton size="sm" label={t('bucket.cors.editRule', { name })} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
          </Tip>
        )}
        {onRemove && (
          <Tip label={t('bucket.cors.remove')}>
            <IconButton size="sm" label={t('bucket.cors.removeRule', { name })} onClick={onRemove}>
              <X aria-hidden="true" />
            </IconButton>
          </Tip>
        )}
      </chakra.div>
      {fields || <RuleFacts rule={rule} />}
      {shadowed.length > 0 && (
        <Notice severity="warning">{t('bucket.cors.conflict', { origins: shadowed.join(', ') })}</Notice>
      )}
    </chakra.li>
  )
}
