import { chakra } from '@chakra-ui/react'
import { Pencil, Trash2 } from 'lucide-react'
import { type Conflict, isPlainRule } from '../../../../domain/lifecycle.ts'
import type { LifecycleRule } from '../../../../openapi/schema.ts'
import { Switch } from '../../../forms/switch.tsx'
import { useText } from '../../../i18n/text.ts'
import { ItemMenu } from '../../../ui/action-menu.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Conflicts } from './conflicts.tsx'
import { useRuleText } from './rule-text.ts'

type Props = {
  rule: LifecycleRule
  conflicts: readonly Conflict[]
  busy: boolean
  /** Whether it applies to the folder that the address names. */
  marked: boolean
  /** Null without permission. */
  onSwitch: (() => void) | null
  onAsk: ((about: 'edit' | 'remove') => void) | null
}

/** A rule in sentences, with its switch and actions. */
export function RuleRow({ rule, conflicts, busy, marked, onSwitch, onAsk }: Props) {
  const t = useText()
  const [first, ...more] = useRuleText()(rule)
  const plain = isPlainRule(rule)
  return (
    <chakra.li
      display="flex"
      alignItems="flex-start"
      gap="3"
      py="4"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0', pt: '0' }}
    >
      {onSwitch && (
        <chakra.span mt="0.5">
          <Switch
            label={t('lifecycle.switch', { says: first })}
            on={rule.enabled}
            disabled={busy}
            onClick={onSwitch}
          />
        </chakra.span>
      )}
      <chakra.div flex="1" minW="0" display="flex" flexDirection="column" gap="1.5">
        <chakra.div color={rule.enabled ? 'fg' : 'fg.muted'} overflowWrap="anywhere">
          <chakra.p fontWeight="medium">{first}</chakra.p>
          {more.map(text => (
            <p key={text}>{text}</p>
          ))}
        </chakra.div>
        {(marked || !plain || !(rule.enabled || onSwitch)) && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {marked && <Chip>{t('lifecycle.marked')}</Chip>}
            {!(rule.enabled || onSwitch) && <Chip>{t('lifecycle.off')}</Chip>}
            {!plain && <Chip title={t('lifecycle.foreign.help')}>{t('lifecycle.foreign')}</Chip>}
          </chakra.div>
        )}
        {!plain && (
          <chakra.p textStyle="small" color="fg.muted">
            {t('lifecycle.foreign.help')}
          </chakra.p>
        )}
        <Conflicts conflicts={conflicts} />
      </chakra.div>
      {onAsk && (
        <chakra.span my="-2">
          <ItemMenu
            name={first}
            actions={[
              ...(plain
                ? [{ id: 'edit', label: t('lifecycle.edit'), icon: <Pencil />, run: () => onAsk('edit') }]
                : []),
              {
                id: 'remove',
                label: t('lifecycle.remove'),
                icon: <Trash2 />,
                danger: true,
                run: () => onAsk('remove'),
              },
            ]}
          />
        </chakra.span>
      )}
    </chakra.li>
  )
}
