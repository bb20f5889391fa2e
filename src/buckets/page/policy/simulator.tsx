import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Ban, Check } from 'lucide-react'
import { useId, useState } from 'react'
import { isObjectAction, policyActions } from '../../../../domain/policy/actions.ts'
import { isAddress } from '../../../../domain/policy/addresses.ts'
import type { PolicyDecision } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { dataOf } from '../../../api/result.ts'
import { Checkbox } from '../../../forms/checkbox.tsx'
import { Field } from '../../../forms/field.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import type { PolicyPeople } from './reading-text.ts'

/** `draft`: the unsaved policy; null: the stored one. */
type Props = { bucket: string; draft: string | null; people: PolicyPeople }

/** Queries S3's decision: who, what, on which file. */
export function Simulator({ bucket, draft, people }: Props) {
  const t = useText()
  const id = useId()
  const [who, setWho] = useState('anyone')
  const [action, setAction] = useState('s3:GetObject')
  const [key, setKey] = useState('')
  const [address, setAddress] = useState('')
  const [secure, setSecure] = useState(true)
  const [tried, setTried] = useState(false)
  const onFile = isObjectAction(action)
  const wrongAddress = address !== '' && !isAddress(address)

  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn() {
      const subUser = people.list.find(each => each.id === who)
      return dataOf(
        api.POST('/bucket/policy/simulate', {
          body: {
            ...{ bucket, action, key, secure },
            who: subUser ? 'sub-user' : who === 'owner' ? 'owner' : 'anyone',
            ...(subUser && { sub_user: subUser.id }),
            ...(draft !== null && { policy: draft }),
            ...(address !== '' && { source_ip: address }),
          },
        }),
      )
    },
  })
  // A result belongs to its query, also a pending one: changing the query clears it.
  function changing<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value)
      reset()
    }
  }

  return (
    <Section
      title={t('policy.try.title')}
      lead={t(draft === null ? 'policy.try.stored' : 'policy.try.draft')}
    >
      <chakra.form
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          if (!wrongAddress) mutate()
        }}
      >
        <chakra.div
          display="grid"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          }}
          gap="4"
        >
          <SelectField
            label={t('policy.try.who')}
            value={who}
            onChange={event => changing(setWho)(event.target.value)}
          >
            <option value="anyone">{t('policy.try.anyone')}</option>
            <option value="owner">{t('policy.try.owner')}</option>
            {people.list.map(each => (
              <option key={each.id} value={each.id}>
                {`${each.name} (${each.email})`}
              </option>
            ))}
          </SelectField>
          <Field
            label={t('policy.try.action')}
            value={action}
            list={`${id}-actions`}
            required
            pattern="s3:[A-Za-z]+"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={event => changing(setAction)(event.target.value)}
          />
          <datalist id={`${id}-actions`}>
            {policyActions.map(each => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Field
            label={t(onFile ? 'policy.try.key' : 'policy.try.prefix')}
            value={key}
            required={onFile}
            maxLength={1024}
            autoComplete="off"
            spellCheck={false}
            onChange={event => changing(setKey)(event.target.value)}
          />
          <Field
            label={t('policy.try.address')}
            value={address}
            error={tried && wrongAddress ? t('policy.fault.address', { value: address }) : undefined}
            maxLength={45}
            autoComplete="off"
            spellCheck={false}
            onChange={event => changing(setAddress)(event.target.value)}
          />
        </chakra.div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4" mt="4">
          <Checkbox
            label={t('policy.try.secure')}
            checked={secure}
            onChange={event => changing(setSecure)(event.target.checked)}
          />
          <Button type="submit" loading={isPending}>
            {t('policy.try.ask')}
          </Button>
        </chakra.div>
      </chakra.form>
      <chakra.div aria-live="polite" mt="4" _empty={{ display: 'none' }}>
        {data && <Decision decision={data} />}
        {/* biome-ignore lint/plugin: of a mutation */}
        {error && <FailureNotice failure={error.failure} />}
      </chakra.div>
    </Section>
  )
}

function Decision({ decision: { allowed, by, statement, doubts } }: { decision: PolicyDecision }) {
  const t = useText()
  const Icon = allowed ? Check : Ban
  const reason =
    statement === null
      ? t(`policy.by.${by}`)
      : t('policy.by.statement', { number: statement.index + 1, sid: statement.sid ?? '' })
  return (
    <>
      <chakra.p
        display="flex"
        gap="2.5"
        alignItems="flex-start"
        _icon={{ boxSize: '18px', mt: '2px', flexShrink: 0 }}
      >
        <chakra.span color={allowed ? 'fg.success' : 'fg.danger'}>
          <Icon aria-hidden="true" />
        </chakra.span>
        <span>
          <chakra.strong fontWeight="semibold">
            {t(allowed ? 'policy.try.allowed' : 'policy.try.denied')}
          </chakra.strong>{' '}
          {reason}
        </span>
      </chakra.p>
      {doubts.length > 0 && (
        <chakra.div mt="3">
          <Notice severity="warning">
            {doubts.map(doubt => (
              <p key={doubt}>{t(`policy.doubt.${doubt}`)}</p>
            ))}
          </Notice>
        </chakra.div>
      )}
    </>
  )
}
