import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../i18n/text.ts'
import { CopyButton } from '../../../ui/copy.tsx'

export type Fact = {
  label: string
  /** Copied, and shown unless `shown` is set. */
  value: string
  shown?: ReactNode
  /** Replaces the button that copies `value`. */
  copy?: ReactNode
}

type Props = {
  title: string
  facts: readonly Fact[]
  /** Text when there are no facts. */
  none?: string
  action?: ReactNode
}

/** A section of the panel: labels with values and copy buttons. */
export function Facts({ title, facts, none, action }: Props) {
  const t = useText()
  const id = useId()
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" mb="1" minH="8">
        <chakra.h3 id={id} textStyle="label" color="fg.muted">
          {title}
        </chakra.h3>
        {action}
      </chakra.div>
      {facts.length === 0 && <chakra.p color="fg.muted">{none}</chakra.p>}
      {facts.length > 0 && (
        <dl>
          {facts.map(({ label, value, shown, copy }) => (
            <chakra.div
              key={label}
              display="grid"
              gridTemplateColumns="116px minmax(0, 1fr)"
              columnGap="3"
              alignItems="start"
              py="1"
            >
              <chakra.dt color="fg.muted" py="1" overflowWrap="anywhere">
                {label}
              </chakra.dt>
              <chakra.dd display="flex" alignItems="start" gap="3">
                <chakra.span flex="1" minW="0" py="1" overflowWrap="anywhere">
                  {shown ?? <bdi>{value}</bdi>}
                </chakra.span>
                {copy ?? <CopyButton value={value} label={t('keys.copy', { what: label })} />}
              </chakra.dd>
            </chakra.div>
          ))}
        </dl>
      )}
    </chakra.section>
  )
}
