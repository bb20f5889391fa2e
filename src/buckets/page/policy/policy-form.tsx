import { chakra } from '@chakra-ui/react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import { grantsOf, reservedSids, withGrants, withoutGrants } from '../../../../domain/policy/grants.ts'
import { withStatement } from '../../../../domain/policy/templates.ts'
import type { Failure } from '../../../../machines/failure.ts'
import { useLanguage, useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { lazyDialog, preloading } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Setting } from '../setting/bucket-setting.tsx'
import type { PolicyValue } from '../setting/calls.ts'
import { SaveButtons } from '../setting/save-buttons.tsx'
import { CodeEditor, type EditorHandle, IssueList } from './code-editor.tsx'
import { lastStatement, placedIssues } from './issue-places.ts'
import { PolicyReading, PublicWarning, publicSentences } from './policy-reading.tsx'
import { usePeople } from './reading-text.ts'
import { Simulator } from './simulator.tsx'

const TemplateDialog = lazyDialog(() => import('./template-dialog.tsx'))

type Props = { bucket: string; setting: Setting<PolicyValue> }
type Asked = 'delete' | 'public' | 'template' | null

/** Formats a one-line policy over several lines. */
function laidOut(policy: string | null): string {
  if (policy === null || policy.includes('\n')) return policy ?? ''
  try {
    return JSON.stringify(JSON.parse(policy), null, 2)
  } catch {
    return policy
  }
}

/**
 * The editor of a policy with its meaning beside it. The statements that the console writes for sub-users are shown,
 * but cannot be changed.
 */
export function PolicyForm({ bucket, setting: { stored, busy, failure, save } }: Props) {
  const t = useText()
  const mayEdit = mayCall(useUser(), 'putBucketPolicy')
  const saved = useMemo(() => laidOut(withoutGrants(stored.policy)), [stored.policy])
  const grants = useMemo(() => grantsOf(stored.policy), [stored.policy])
  const [text, setText] = useState(saved)
  const [asked, setAsked] = useState<Asked>(null)
  const [sent, setSent] = useState<string | null>(null)
  const editor = useRef<EditorHandle>(null)
  const shown = useDeferredValue(text)
  const people = usePeople(stored)
  const inside = { t, locale: useLanguage().locale, people }
  const withMessages = (policy: string) =>
    placedIssues(policy, bucket).map(issue => ({
      ...issue,
      message: t(`policy.fault.${issue.fault}`, { value: issue.value }),
    }))
  const issues = withMessages(shown)
  const unsaved = text !== saved

  const send = (policy: string, allowLockout = false) => {
    setAsked(null)
    setSent(text)
    const own = policy.trim() === '' ? null : policy
    // The server rejects a Sid of the console's, so it gets the original text.
    const asWritten = own !== null && reservedSids(own).length > 0
    save({ ...stored, policy: asWritten ? own : withGrants(own, grants), allowLockout })
  }
  const submit = () => {
    const before = publicSentences(saved, bucket, inside)
    const opens = publicSentences(text, bucket, inside).some(sentence => !before.includes(sentence))
    if (opens) setAsked('public')
    else send(text)
  }
  // Shown only while the editor still contains the refused text.
  const refused = sent === text ? failure : null
  const locksOut = refused?.code === 'POLICY_LOCKS_OUT' ? refused : null

  return (
    <chakra.div display="flex" flexDirection="column" gap="6">
      <chakra.form
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="6"
        alignItems="start"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <chakra.div display="flex" flexDirection="column" gap="3" minW="0">
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap="2"
          >
            <chakra.h2 textStyle="heading">{t('policy.title')}</chakra.h2>
            {mayEdit && (
              <Button
                size="sm"
                disabled={busy}
                {...preloading(TemplateDialog)}
                onClick={() => setAsked('template')}
              >
                {t('policy.template.add')}
              </Button>
            )}
          </chakra.div>
          <CodeEditor
            label={t('policy.editor')}
            value={text}
            onChange={setText}
            readOnly={!mayEdit}
            issues={withMessages}
            names={{ bucket, principals: people.principals }}
            handle={editor}
          />
          <chakra.p textStyle="small" color="fg.muted">
            {t('policy.editorHelp')}
          </chakra.p>
          <IssueList issues={issues} onGoTo={offset => editor.current?.goTo(offset)} />
          {locksOut ? (
            <LockoutNotice failure={locksOut} busy={busy} onInsist={() => send(text, true)} />
          ) : (
            <FailureNotice failure={refused} {...refusedWith(refused, issues.length)} />
          )}
          {mayEdit && (
            <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap="2">
              <SaveButtons unsaved={unsaved} busy={busy} onDiscard={() => setText(saved)} />
              {saved !== '' && (
                <Button variant="dangerQuiet" disabled={busy} onClick={() => setAsked('delete')}>
                  {t('policy.delete')}
                </Button>
              )}
            </chakra.div>
          )}
        </chakra.div>
        <Section title={t('policy.read.title')}>
          <PolicyReading policy={shown} bucket={bucket} people={people} label={t('policy.read.title')} />
          {grants.length > 0 && (
            <chakra.div mt="5" pt="5" borderTopWidth="1px">
              <chakra.h3 textStyle="label" mb="1">
                {t('policy.grants.title')}
              </chakra.h3>
              <chakra.p textStyle="small" color="fg.muted" mb="3">
                {t('policy.grants.lead')}
              </chakra.p>
              <PolicyReading
                policy={JSON.stringify({ Version: '2012-10-17', Statement: grants })}
                bucket={bucket}
                people={people}
                label={t('policy.grants.title')}
              />
            </chakra.div>
          )}
        </Section>
      </chakra.form>
      <Simulator
        bucket={bucket}
        draft={unsaved ? withGrants(text.trim() || null, grants) : null}
        people={people}
      />
      {asked === 'template' && (
        <TemplateDialog
          bucket={bucket}
          people={people}
          onInsert={statement => setText(withStatement(text, statement))}
          onClose={inserted => {
            setAsked(null)
            const added = inserted ? lastStatement(text) : null
            if (added) editor.current?.select(added)
          }}
        />
      )}
      <PublicWarning
        open={asked === 'public'}
        sentences={publicSentences(text, bucket, inside)}
        address={stored.address}
        onConfirm={() => send(text)}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        title={t('policy.deleteTitle')}
        lead={t('policy.deleteLead')}
        action={t('policy.delete')}
        danger
        onConfirm={() => send('')}
        onClose={() => setAsked(null)}
      />
    </chakra.div>
  )
}

/** The storage's own message, if the editor finds nothing wrong. */
function refusedWith(failure: Setting<PolicyValue>['failure'], issues: number): { what?: string } {
  const words = failure?.code === 'INVALID_POLICY' ? failure.fields?.[0]?.message : undefined
  return words && issues === 0 ? { what: words } : {}
}

type LockoutProps = { failure: Failure; busy: boolean; onInsist: () => void }

/** What a policy denies its author, with a button to save it anyway, if it can be undone. */
function LockoutNotice({ failure, busy, onInsist }: LockoutProps) {
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
