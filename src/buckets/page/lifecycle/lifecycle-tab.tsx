import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { deletesAllIn, touchesFolder } from '../../../../domain/lifecycle.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import type { LifecycleRule } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { folderOf } from '../../addresses.ts'
import { useOverview } from '../../queries.ts'
import { BucketSetting, type Setting } from '../setting/bucket-setting.tsx'
import { lifecycleCalls } from '../setting/calls.ts'
import { SettingSkeleton } from '../skeletons.tsx'
import { useConflicts } from './conflicts.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleRow } from './rule-row.tsx'
import { useRuleText } from './rule-text.ts'

export default function LifecycleTab({ bucket }: { bucket: string }) {
  return (
    <BucketSetting
      bucket={bucket}
      calls={lifecycleCalls(bucket)}
      describe={rules => <RulesInWords rules={rules} />}
      skeleton={<SettingSkeleton />}
    >
      {setting => <AskingRules bucket={bucket} setting={setting} />}
    </BucketSetting>
  )
}

function RulesInWords({ rules }: { rules: readonly LifecycleRule[] }) {
  const t = useText()
  const ruleText = useRuleText()
  if (rules.length === 0) return t('lifecycle.empty')
  return (
    <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="2" overflowWrap="anywhere">
      {rules.map(rule => (
        <li key={rule.id}>
          {!rule.enabled && `${t('lifecycle.off')}: `}
          {ruleText(rule).join(' ')}
        </li>
      ))}
    </chakra.ul>
  )
}

type RulesProps = { bucket: string; setting: Setting<LifecycleRule[]> }

/** Asks for confirmation before saving rules that will delete all files of the bucket. */
function AskingRules({ bucket, setting }: RulesProps) {
  const [asked, setAsked] = useState<{ rules: LifecycleRule[]; days: number } | null>(null)
  const save = (rules: LifecycleRule[]) => {
    const days = deletesAllIn(setting.stored, rules)
    if (days === null) setting.save(rules)
    else setAsked({ rules, days })
  }
  return (
    <>
      <Rules bucket={bucket} setting={{ ...setting, save }} />
      {asked && (
        <DeleteAllQuestion
          bucket={bucket}
          days={asked.days}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            setting.save(asked.rules)
          }}
        />
      )}
    </>
  )
}

type DeleteAllProps = { bucket: string; days: number; onClose: () => void; onConfirm: () => void }

function DeleteAllQuestion({ bucket, days, onClose, onConfirm }: DeleteAllProps) {
  const t = useText()
  const format = useFormats()
  const { data } = useOverview(bucket)
  const held = data?.objects
    ? t('lifecycle.deleteAll.now', { count: data.objects, size: format.bytes(data.size ?? 0) })
    : ''
  return (
    <ConfirmDialog
      open
      title={t('lifecycle.deleteAll.title', { bucket })}
      lead={`${t('lifecycle.deleteAll.lead', { days })} ${held}`}
      action={t('lifecycle.deleteAll.do')}
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}

type Editing = { about: 'add' } | { about: 'edit' | 'remove'; at: number } | null

function Rules({ bucket, setting }: RulesProps) {
  const { stored: rules, busy, failure, save } = setting
  const t = useText()
  const user = useUser()
  const ruleText = useRuleText()
  const conflicts = useConflicts(bucket)(rules)
  const mayChange = mayCall(user, 'putBucketLifecycle')
  const [folder] = useState(() => folderOf(location.search))
  const touching = folder === '' ? [] : rules.filter(rule => touchesFolder(rule, folder))
  const [editing, setEditing] = useState<Editing>(
    folder !== '' && touching.length === 0 && mayChange ? { about: 'add' } : null,
  )
  const close = () => setEditing(null)
  const removing = editing?.about === 'remove' ? rules[editing.at]! : null
  return (
    <Section
      title={t('lifecycle.title')}
      lead={t('lifecycle.lead')}
      action={
        mayChange &&
        editing?.about !== 'add' && (
          <Button variant="main" size="sm" disabled={busy} onClick={() => setEditing({ about: 'add' })}>
            {t('lifecycle.add')}
          </Button>
        )
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        {folder !== '' && (
          <chakra.p overflowWrap="anywhere">
            {t('lifecycle.ofFolder', { count: touching.length, folder })}
          </chakra.p>
        )}
        {editing?.about === 'add' && (
          <RuleForm bucket={bucket} setting={setting} at={null} folder={folder} onClose={close} />
        )}
        {!editing && <FailureNotice failure={failure} />}
        {rules.length > 0 && (
          <chakra.ul listStyleType="none">
            {rules.map((rule, at) =>
              editing?.about === 'edit' && editing.at === at ? (
                <li key={rule.id}>
                  <RuleForm bucket={bucket} setting={setting} at={at} onClose={close} />
                </li>
              ) : (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  conflicts={conflicts.filter(conflict => conflict.rule === at)}
                  busy={busy}
                  marked={touching.includes(rule)}
                  onSwitch={
                    mayChange ? () => save(rules.with(at, { ...rule, enabled: !rule.enabled })) : null
                  }
                  onAsk={mayChange ? about => setEditing({ about, at }) : null}
                />
              ),
            )}
          </chakra.ul>
        )}
        {rules.length === 0 && !editing && (
          <chakra.p color="fg.muted" bg="bg.subtle" borderRadius="lg" px="4" py="5" textAlign="center">
            {t('lifecycle.empty')}
          </chakra.p>
        )}
      </chakra.div>
      <ConfirmDialog
        open={removing !== null}
        title={t('lifecycle.removeTitle')}
        lead={removing ? ruleText(removing).join(' ') : ''}
        action={t('lifecycle.removeDo')}
        danger
        onClose={close}
        onConfirm={() => {
          close()
          save(rules.filter(rule => rule !== removing))
        }}
      />
    </Section>
  )
}
