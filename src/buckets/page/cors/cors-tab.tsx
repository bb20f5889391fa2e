import { chakra } from '@chakra-ui/react'
import type { CorsRule } from '../../../../domain/cors-rules.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BucketSetting, type Setting } from '../setting/bucket-setting.tsx'
import { settingCalls } from '../setting/calls.ts'
import { CorsForm } from './cors-form.tsx'
import { RuleCard, RuleFacts } from './rule-card.tsx'

type Cors = { rules: CorsRule[]; console: CorsRule | null }
export type CorsSetting = Setting<Cors>

const corsCalls = (bucket: string) =>
  settingCalls(
    bucket,
    '/bucket/cors',
    ({ rules, console_rule }): Cors => ({ rules, console: console_rule }),
    ({ rules }, revision) => result(api.PUT('/bucket/cors', { body: { bucket, revision, rules } })),
  )

/** Which websites may access the bucket's files from scripts. */
export default function CorsTab({ bucket }: { bucket: string }) {
  const t = useText()
  const mayChange = mayCall(useUser(), 'putBucketCors')
  return (
    <Section title={t('bucket.cors.title')} lead={t('bucket.cors.lead')}>
      <BucketSetting
        bucket={bucket}
        calls={corsCalls(bucket)}
        describe={({ rules }) => <Rules rules={rules} own={[]} />}
        skeleton={<CorsSkeleton />}
      >
        {setting => {
          const { rules, console } = setting.stored
          const own = console?.origins ?? [window.location.origin]
          return (
            <chakra.div display="flex" flexDirection="column" gap="8">
              {mayChange ? <CorsForm setting={setting} own={own} /> : <Rules rules={rules} own={own} />}
              <ConsoleRule rule={console} />
            </chakra.div>
          )
        }}
      </BucketSetting>
    </Section>
  )
}

function Rules({ rules, own }: { rules: readonly CorsRule[]; own: readonly string[] }) {
  const t = useText()
  if (rules.length === 0) return <chakra.p color="fg.muted">{t('bucket.cors.none')}</chakra.p>
  return (
    <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name, and here they stay in place
        <RuleCard key={index} number={index + 1} rule={rule} own={own} />
      ))}
    </chakra.ul>
  )
}

/** The console's own rule: separate, as users cannot change it. */
function ConsoleRule({ rule }: { rule: CorsRule | null }) {
  const t = useText()
  return (
    <chakra.section
      aria-labelledby="console-rule"
      bg="bg.subtle"
      borderRadius="lg"
      px={{ base: '4', sm: '5' }}
      py="4"
      display="flex"
      flexDirection="column"
      gap="3"
    >
      <chakra.div>
        <chakra.h3 id="console-rule" fontWeight="medium">
          {t('bucket.cors.ownTitle')}
        </chakra.h3>
        <chakra.p color="fg.muted" textWrap="pretty">
          {t(rule ? 'bucket.cors.ownLead' : 'bucket.cors.ownMissing')}
        </chakra.p>
      </chakra.div>
      {rule && <RuleFacts rule={rule} />}
    </chakra.section>
  )
}

function CorsSkeleton() {
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" py="3" aria-busy="true">
      <Skeleton width="72%" />
      <Skeleton width="54%" />
      <Skeleton width="60%" />
    </chakra.div>
  )
}
