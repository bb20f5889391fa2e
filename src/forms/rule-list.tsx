import { chakra } from '@chakra-ui/react'
import { Check, Circle } from 'lucide-react'
import { useText } from '../i18n/text.ts'

type Props = { label: string; rules: readonly { id: string; text: string; kept: boolean }[] }

/** The requirements of an input, each ticked as soon as it is met. */
export function RuleList({ label, rules }: Props) {
  const t = useText()
  return (
    <chakra.ul aria-label={label} listStyleType="none" display="flex" flexDirection="column" gap="1">
      {rules.map(({ id, text, kept }) => (
        <chakra.li
          key={id}
          display="flex"
          alignItems="flex-start"
          gap="2"
          textStyle="small"
          color={kept ? 'fg.success' : 'fg.muted'}
          transition="color 120ms"
          _icon={{ boxSize: '16px', flexShrink: 0, mt: '2px' }}
        >
          {kept ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" strokeWidth={1.5} />}
          <span aria-hidden="true">{text}</span>
          <chakra.span srOnly>{t(kept ? 'auth.ruleMet' : 'auth.ruleMissing', { rule: text })}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
