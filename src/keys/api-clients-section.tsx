import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { clientsPerUser } from '../../domain/limits.ts'
import type { ApiClient } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useConfirmed } from '../confirm/use-confirmed.tsx'
import { useLanguage, useText } from '../i18n/text.ts'
import { addressOf } from '../site/base-path.ts'
import { EmptyStorehouse } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CreateButton, HeadCreateButton } from '../ui/head-buttons.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { Notice } from '../ui/notice.tsx'
import { Read } from '../ui/read.tsx'
import { ApiClientList } from './api-client-list.tsx'
import NewClient, { type MadeClient } from './new-client-dialog.tsx'
import { clientsFull, useApiClients } from './queries.ts'
import { ListSkeleton, Locked, SectionHead } from './section.tsx'

const CreateClient = lazyDialog(() => import('./create-client-dialog.tsx'))
const Delete = lazyDialog(() => import('./delete-dialog.tsx'))

const Reference = chakra('a', { base: { color: 'fg.accent', fontWeight: 'medium' } })

type OpenDialog =
  | { about: 'create' }
  | { about: 'created'; made: MadeClient }
  | { about: 'delete'; client: ApiClient }
  | null

/** The user's named API tokens; locked until the identity is confirmed. */
export default function ApiClientsSection() {
  const t = useText()
  const { ask, confirmed, dialog: confirmation } = useConfirmed()
  const query = useApiClients()
  const [dialog, setDialog] = useState<OpenDialog>(null)

  return (
    <>
      <Read
        of={query}
        failed="clients.failed"
        skeleton={<ListSkeleton />}
        instead={{
          CONFIRMATION_REQUIRED: (
            <Locked
              title={t('clients.locked.title')}
              lead={t('clients.locked.lead')}
              onUnlock={() => void ask()}
            />
          ),
        }}
      >
        {clients => (
          <Clients
            clients={clients}
            onRefresh={query.refetch}
            onCreate={() => setDialog({ about: 'create' })}
            onDelete={client => setDialog({ about: 'delete', client })}
          />
        )}
      </Read>
      {dialog?.about === 'create' && (
        <CreateClient
          confirmed={confirmed}
          onCreated={made => setDialog({ about: 'created', made })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.about === 'created' && <NewClient made={dialog.made} onClose={() => setDialog(null)} />}
      {dialog?.about === 'delete' && (
        <Delete
          title={t('clients.deleteTitle', { name: dialog.client.name })}
          name={dialog.client.name}
          lead={t('clients.deleteLead')}
          action={t('clients.deleteDo')}
          call={() =>
            confirmed(() => result(api.DELETE('/user/api-client', { body: { id: dialog.client.id } })))
          }
          onClose={() => setDialog(null)}
        />
      )}
      {confirmation}
    </>
  )
}

type Props = {
  clients: readonly ApiClient[]
  onRefresh: () => Promise<unknown>
  onCreate: () => void
  onDelete: (client: ApiClient) => void
}

function Clients({ clients, onRefresh, onCreate, onDelete }: Props) {
  const { text: t, locale } = useLanguage()
  const full = clientsFull(clients)
  return (
    <>
      <SectionHead
        title={t('clients.title')}
        lead={
          <>
            {t('clients.lead')}{' '}
            <Reference href={addressOf(`/guide/${locale}/api/`)} target="_blank" rel="noopener">
              {t('clients.reference')} <chakra.span srOnly>{t('common.newTab')}</chakra.span>
            </Reference>
          </>
        }
        onRefresh={onRefresh}
        action={
          clients.length > 0 && !full && <HeadCreateButton label={t('clients.create')} onClick={onCreate} />
        }
      />
      {full && <Notice severity="info">{t('clients.full', { count: clientsPerUser })}</Notice>}
      {clients.length === 0 ? (
        <EmptyState
          drawing={<EmptyStorehouse />}
          title={t('clients.empty.title')}
          lead={t('clients.empty.lead')}
          action={<CreateButton label={t('clients.create')} onClick={onCreate} />}
        />
      ) : (
        <ApiClientList clients={clients} onDelete={onDelete} />
      )}
    </>
  )
}
