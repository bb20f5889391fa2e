import { chakra } from '@chakra-ui/react'
import { Ban, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SsoExplanation, SsoTerms } from '../../../openapi/schema.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { ExpiryDay } from '../../people/marks.tsx'
import { Facts } from '../../profile/facts.tsx'
import { NameText } from '../../ui/name-text.tsx'

/** What the rules of one provider decide about claims, and why. */
export function Explanation({ explanation }: { explanation: SsoExplanation }) {
  const t = useText()
  const { name, passed, terms } = explanation
  const admitted = terms !== null && namesAccount(terms)
  const Icon = admitted ? Check : Ban
  return (
    <chakra.section display="flex" flexDirection="column" gap="4">
      <chakra.h3 textStyle="label">
        <NameText name={name} />
      </chakra.h3>
      <chakra.p display="flex" gap="2.5" _icon={{ boxSize: '18px', mt: '2px', flexShrink: 0 }}>
        <chakra.span color={admitted ? 'fg.success' : 'fg.danger'}>
          <Icon aria-hidden="true" />
        </chakra.span>
        <chakra.strong fontWeight="semibold">{decisionText(t, explanation)}</chakra.strong>
      </chakra.p>
      {admitted && <Facts columns={2} facts={factsOf(t, terms)} />}
      {passed.length > 0 && (
        <chakra.div>
          <chakra.h4 textStyle="small" color="fg.muted">
            {t('rules.passed')}
          </chakra.h4>
          <chakra.ul mt="1" ps="5" listStyleType="disc" display="flex" flexDirection="column" gap="1">
            {passed.map(each => (
              <chakra.li key={each.rule} overflowWrap="anywhere">
                {passedText(t, each)}
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
    </chakra.section>
  )
}

/** Whether the account that the rule names is one, or it names none. */
const namesAccount = ({ account, account_name }: SsoTerms) => account === null || account_name !== null

const claimText = (claim: readonly string[]) => claim.join(' › ')

function decisionText(t: Text, { outcome, rule, rules: count, claim, terms }: SsoExplanation): string {
  const values = { rule: rule ?? 0, claim: claimText(claim ?? []), account: terms?.account ?? '', count }
  return t(terms && !namesAccount(terms) ? 'rules.accountUnknown' : `rules.${outcome}`, values)
}

function passedText(t: Text, { rule, claim, test, values, why }: SsoExplanation['passed'][number]): string {
  const reason = why === 'other-value' ? test : why
  return t(`rules.why.${reason}`, { rule, claim: claimText(claim), values: values.join(', ') })
}

function factsOf(t: Text, { role, account_name, permission, scope, expire_date }: SsoTerms) {
  const facts: { name: string; value: ReactNode }[] = [
    { name: t('rules.role'), value: t(`rules.role.${role}`) },
  ]
  if (account_name !== null) facts.push({ name: t('rules.account'), value: <NameText name={account_name} /> })
  if (permission === null) return facts
  const folders = scope?.map(({ bucket, prefix }) => (
    <div key={`${bucket}/${prefix}`}>{`${bucket}/${prefix}`}</div>
  ))
  return [
    ...facts,
    { name: t('people.permission'), value: t(`people.permission.${permission}`) },
    { name: t('rules.folders'), value: folders ?? t('rules.everywhere') },
    {
      name: t('people.expiry'),
      value: expire_date === null ? t('rules.expiryKept') : <ExpiryDay at={expire_date} />,
    },
  ]
}
