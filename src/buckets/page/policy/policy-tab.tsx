import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { withoutGrants } from '../../../../domain/policy/grants.ts'
import { useText } from '../../../i18n/text.ts'
import { BucketSetting } from '../setting/bucket-setting.tsx'
import { policyCalls } from '../setting/calls.ts'
import { PolicySkeleton } from '../skeletons.tsx'
import { PolicyForm } from './policy-form.tsx'

/** The policy of a bucket: its text, its meaning, and a simulator. */
export default function PolicyTab({ bucket }: { bucket: string }) {
  const t = useText()
  const calls = useMemo(() => policyCalls(bucket), [bucket])
  return (
    <BucketSetting
      bucket={bucket}
      calls={calls}
      describe={({ policy }) => (
        <chakra.pre fontFamily="mono" fontSize="xs" lineHeight="20px" whiteSpace="pre-wrap">
          {withoutGrants(policy) ?? t('policy.read.none')}
        </chakra.pre>
      )}
      skeleton={<PolicySkeleton />}
    >
      {setting => <PolicyForm bucket={bucket} setting={setting} />}
    </BucketSetting>
  )
}
