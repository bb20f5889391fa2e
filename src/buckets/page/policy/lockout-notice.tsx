import { chakra } from '@chakra-ui/react'
import type { Failure } from '../../../../machines/failure.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Props = { failure: Failure; busy: boolean; onInsist: () => void }

/** What a policy denies its author, with a button to save it anyway, if it can be undone. */
export function LockoutNotice({ failure, busy, onInsist }: Props) {
  const t = useText()
  const fields = failure.fields ?? []
  const forGood = fields.some(({ field }) => field === 'allow_lockout')
  const denied = fields.filter(({ field }) => field !== 'allow_lockout')
  return (
    <Notice severity="error">
      <p>{t(forGood ? 'policy.lockout.forGood' : 'policy.lockout.lead')}</p>
      <chakra.ul listStyleType="disc" ps="5" my="2">
        {denied.map(({ field, message }) => (
          <li key={field}>
            {t('policy.lockout.statement', {
              number: Number(field.split('/').at(-1)) + 1,
              actions: message.replaceAll('s3:', ''),
            })}
          </li>
        ))}
      </chakra.ul>
      {!forGood && (
        <Button size="sm" loading={busy} onClick={onInsist}>
          {t('policy.lockout.insist')}
        </Button>
      )}
    </Notice>
  )
}
