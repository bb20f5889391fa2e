import { chakra } from '@chakra-ui/react'
import { staysAsPrevious } from '../../../../domain/object-expiry.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import type { ObjectDetails } from '../../../../openapi/schema.ts'
import { bucketPageAddress } from '../../../buckets/address.ts'
import { useRuleText } from '../../../buckets/page/lifecycle/rule-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Props = { bucket: string; details: Pick<ObjectDetails, 'expiry' | 'version_id'> }

/** When a lifecycle rule deletes the file, and which one; nothing without such a rule. */
export function Expiry({ bucket, details }: Props) {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const textOf = useRuleText()
  const { expiry } = details
  if (!expiry) return null
  const ruleText = textOf({ ...expiry.rule, previous_days: null, abort_days: null }).join(' ')
  return (
    <Notice severity="info">
      <p>{t('object.expiry', { time: format.dateTime(expiry.at) })}</p>
      <chakra.p color="fg.muted">{ruleText}</chakra.p>
      {staysAsPrevious(details) && <p>{t('object.expiryKeeps')}</p>}
      {mayCall(user, 'getBucketLifecycle') && (
        <Anchor href={bucketPageAddress(bucket, 'lifecycle')} color="fg.accent" mt="1">
          {t('object.expiryRules')}
        </Anchor>
      )}
    </Notice>
  )
}
