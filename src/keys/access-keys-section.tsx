import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { keysPerUser } from '../../domain/limits.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { type Confirmed, useConfirmed } from '../confirm/use-confirmed.tsx'
import { useText } from '../i18n/text.ts'
import { BegunDownloads } from '../people/begun-downloads.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { showToast } from '../shell/toast.ts'
import { CopyValue } from '../ui/copy.tsx'
import { EmptyStorehouse, NothingFound } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CreateButton, HeadCreateButton } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { Notice } from '../ui/notice.tsx'
import { Read } from '../ui/read.tsx'
import { AccessKeyList } from './access-key-list.tsx'
import type { KeyEvents } from './key-actions.tsx'
import NewKey from './new-key-dialog.tsx'
import { type AccessKeys, keysFull, useAccessKeys } from './queries.ts'
import { ListSkeleton, Locked, SectionHead } from './section.tsx'
import type { S3Access } from './snippets.ts'

const CreateKey = lazyDialog(() => import('./create-key-dialog.tsx'))
const ChangeKey = lazyDialog(() => import('./change-key-dialog.tsx'))
const Delete = lazyDialog(() => import('./delete-dialog.tsx'))

type OpenDialog =
  | { about: 'create' }
  | { about: 'created'; access: S3Access }
  | { about: 'change' | 'delete'; key: AccessKey }
  | null

/** The user's S3 keys, and an owner's sub-users' keys; locked until the identity is confirmed. */
export default function AccessKeysSection() {
  const t = useText()
  const { ask, confirmed, dialog: confirmation } = useConfirmed()
  const query = useAccessKeys()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const acts = useKeyActs(confirmed)
  const create = () => setDialog({ about: 'create' })

  return (
    <>
      <Read
        of={query}
        failed="keys.failed"
        skeleton={<ListSkeleton />}
        instead={{
          CONFIRMATION_REQUIRED: (
            <Locked title={t('keys.locked.title')} lead={t('keys.locked.lead')} onUnlock={() => void ask()} />
          ),
          NOT_SUPPORTED: (
            <EmptyState
              drawing={<NothingFound />}
              title={t('keys.unsupported.title')}
              lead={t('keys.unsupported.lead')}
            />
          ),
        }}
      >
        {data => (
          <Keys
            data={data}
            onRefresh={query.refetch}
            onCreate={create}
            events={{
              enable: acts.enable,
              change: key => setDialog({ about: 'change', key }),
              remove: key => setDialog({ about: 'delete', key }),
            }}
          />
        )}
      </Read>
      {dialog?.about === 'create' && (
        <CreateKey
          confirmed={confirmed}
          onCreated={({ key, secret_key: secretKey }) => {
            const { endpoint = '', region = '' } = query.data ?? {}
            setDialog({
              about: 'created',
              access: { accessKey: key.access_key, secretKey, endpoint, region },
            })
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.about === 'created' && <NewKey access={dialog.access} onClose={() => setDialog(null)} />}
      {dialog?.about === 'change' && (
        <ChangeKey accessKey={dialog.key} confirmed={confirmed} onClose={() => setDialog(null)} />
      )}
      {dialog?.about === 'delete' && (
        <Delete
          title={t('keys.deleteTitle', { name: dialog.key.name })}
          name={dialog.key.name}
          lead={[
            t('keys.deleteLead', { accessKey: dialog.key.access_key }),
            ...(dialog.key.own ? [] : [t('keys.deleteOther', { user: dialog.key.user })]),
          ].join(' ')}
          action={t('keys.deleteDo')}
          call={() => acts.remove(dialog.key)}
          onClose={() => setDialog(null)}
        >
          <BegunDownloads />
        </Delete>
      )}
      {confirmation}
    </>
  )
}

type Props = {
  data: AccessKeys
  onRefresh: () => Promise<unknown>
  onCreate: () => void
  events: KeyEvents
}

function Keys({ data, onRefresh, onCreate, events }: Props) {
  const t = useText()
  const full = keysFull(data)
  return (
    <>
      <SectionHead
        title={t('keys.title')}
        lead={t('keys.lead')}
        onRefresh={onRefresh}
        action={
          data.keys.length > 0 && !full && <HeadCreateButton label={t('keys.create')} onClick={onCreate} />
        }
      />
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '2fr 1fr' }} gap="4" mb="6">
        <CopyValue label={t('keys.endpoint')} value={data.endpoint} />
        <CopyValue label={t('keys.region')} value={data.region} />
      </chakra.div>
      {full && (
        <chakra.div mb="4">
          <Notice severity="info">{t('keys.full', { count: keysPerUser })}</Notice>
        </chakra.div>
      )}
      {data.keys.length === 0 ? (
        <EmptyState
          drawing={<EmptyStorehouse />}
          title={t('keys.empty.title')}
          lead={t('keys.empty.lead')}
          action={<CreateButton label={t('keys.create')} onClick={onCreate} />}
        />
      ) : (
        <>
          <AccessKeyList keys={data.keys} tellsUse={data.tells_last_use} events={events} />
          {!data.tells_last_use && (
            <chakra.p mt="4" textStyle="small" color="fg.muted">
              {t('keys.useUnknown')}
            </chakra.p>
          )}
        </>
      )}
    </>
  )
}

/** Actions on keys from the list; failures are toasts. */
function useKeyActs(confirmed: Confirmed) {
  return useMemo(
    () => ({
      async enable({ access_key, name }: AccessKey, enabled: boolean) {
        const body = { access_key, enabled }
        const outcome = await confirmed(() => result(api.PUT('/user/access-key', { body })))
        if (!outcome) return
        if (!outcome.ok) return showFailure(outcome)
        showToast(enabled ? 'keys.enabled.toast' : 'keys.disabled.toast', { about: name })
      },
      remove: ({ access_key }: AccessKey) =>
        confirmed(() => result(api.DELETE('/user/access-key', { body: { access_key } }))),
    }),
    [confirmed],
  )
}
