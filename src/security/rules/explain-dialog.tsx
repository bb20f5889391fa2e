import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { claimsIssue } from '../../../domain/sso-claims.ts'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'
import { FieldError, Input } from '../../forms/field.tsx'
import { Form } from '../../forms/form.tsx'
import { issueText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useClosing } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { Explanation } from './explanation.tsx'

const example = '{\n  "groups": ["kho-readers"]\n}'

/** Tries pasted claims on the rules of each provider. */
export default function ExplainDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { open, close, onExited } = useClosing(onClose)
  const [claims, setClaims] = useState('')
  const [tried, setTried] = useState(false)
  const issue = tried ? claimsIssue(claims) : null
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: () => dataOf(api.POST('/auth/sso/explain', { body: { claims } })),
  })
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      // What was pasted would be lost.
      closesOutside={claims === ''}
      size="large"
      title={t('rules.tryTitle')}
      lead={t('rules.tryLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          <Button type="submit" form={id} variant="main" loading={isPending}>
            {t('rules.do')}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          if (claimsIssue(claims) === null) mutate()
        }}
      >
        <chakra.div display="flex" flexDirection="column" gap="1.5">
          <chakra.label htmlFor={`${id}-claims`} textStyle="label">
            {t('rules.claims')}
          </chakra.label>
          <Input
            as="textarea"
            id={`${id}-claims`}
            data-autofocus
            h="180px"
            py="2"
            resize="vertical"
            fontFamily="mono"
            placeholder={example}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={issue ? true : undefined}
            aria-describedby={`${id}-error`}
            value={claims}
            onChange={event => {
              setClaims(event.target.value)
              setTried(false)
              // A decision belongs to its claims.
              reset()
            }}
          />
          <FieldError id={`${id}-error`}>{issueText(t, issue ?? undefined)}</FieldError>
        </chakra.div>
        <chakra.div
          aria-live="polite"
          display="flex"
          flexDirection="column"
          gap="6"
          _empty={{ display: 'none' }}
        >
          {data?.explanations.map(each => (
            <Explanation key={each.provider} explanation={each} />
          ))}
          {/* biome-ignore lint/plugin: of a mutation */}
          {error && <FailureNotice failure={error.failure} />}
        </chakra.div>
      </Form>
    </Dialog>
  )
}
