import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { refetchFirstPage } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { NothingFound } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DownloadLink, HeadCreateButton, RefreshButton } from '../../ui/head-buttons.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { NextPage, Read } from '../../ui/read.tsx'
import HandOver, { type FirstSignIn } from '../hand-over-dialog.tsx'
import { useList } from '../use-list.ts'
import { AccountFilters } from './account-filters.tsx'
import { AccountList, AccountListSkeleton } from './account-list.tsx'
import { accountsOf, choices, csvAddress, useAccounts } from './use-accounts.ts'

const AllowPasswords = lazyDialog(() => import('./allow-passwords-dialog.tsx'))
const CreateAccount = lazyDialog(() => import('./create-account-dialog.tsx'))
const EditAccount = lazyDialog(() => import('./edit-account-dialog.tsx'))
const ReplaceOwner = lazyDialog(() => import('./replace-owner-dialog.tsx'))
const InviteAgain = lazyDialog(() => import('../invite-again-dialog.tsx'))
const ResetSignIn = lazyDialog(() => import('../reset-sign-in-dialog.tsx'))
const SuspendAccount = lazyDialog(() => import('./suspend-account-dialog.tsx'))

type OpenDialog =
  | { about: 'create' }
  | { about: 'hand over'; made: FirstSignIn }
  | { about: 'edit' | 'invite' | 'reset' | 'replace' | 'allow passwords' | 'suspend'; account: Account }
  | null

/** The customers of this console, for the super admin. */
export default function AccountsScreen() {
  const t = useText()
  const format = useFormats()
  const { list: chosen, set, narrowed, clear, sorting, onSorting } = useList(choices)
  const client = useQueryClient()
  const query = useAccounts(chosen)
  const { data } = query
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const done = () => setDialog(null)
  const handOver = (made: FirstSignIn) => setDialog({ about: 'hand over', made })
  const accounts = data?.flatMap(page => page.accounts) ?? []
  const total = data?.at(-1)?.total ?? 0
  const list = {
    ...{ accounts, sorting, onSorting },
    onEdit: (account: Account) => setDialog({ about: 'edit', account }),
    onInvite: (account: Account) => setDialog({ about: 'invite', account }),
    onReset: (account: Account) => setDialog({ about: 'reset', account }),
    onReplace: (account: Account) => setDialog({ about: 'replace', account }),
    onAllowPasswords: (account: Account) => setDialog({ about: 'allow passwords', account }),
    onSuspend: (account: Account) => setDialog({ about: 'suspend', account }),
  }

  return (
    <Page
      title={t('accounts.title')}
      lead={t('accounts.lead')}
      count={data ? { value: total, label: t('accounts.count', { count: total }) } : null}
      actions={
        <>
          <RefreshButton onRefresh={() => refetchFirstPage(client, accountsOf(chosen))} />
          <DownloadLink href={csvAddress(chosen)} label={t('people.export')} />
          <HeadCreateButton label={t('accounts.create')} onClick={() => setDialog({ about: 'create' })} />
        </>
      }
    >
      <AccountFilters
        list={chosen}
        counts={data?.at(-1)?.counts}
        narrowed={narrowed}
        onChange={set}
        onClear={clear}
      />
      <Read of={query} failed="accounts.failed" skeleton={<AccountListSkeleton />}>
        {() =>
          accounts.length > 0 ? (
            <>
              <AccountList {...list} />
              <NextPage
                of={query}
                more={t('accounts.more')}
                mt="4"
                display="flex"
                flexWrap="wrap"
                alignItems="center"
                gap="4"
              >
                <chakra.span textStyle="small" color="fg.muted">
                  {t('accounts.shown', {
                    shown: format.number(accounts.length),
                    total: format.number(total),
                  })}
                </chakra.span>
              </NextPage>
            </>
          ) : (
            <EmptyState
              drawing={<NothingFound />}
              title={
                chosen.search
                  ? t('accounts.none.title', { search: chosen.search })
                  : t('accounts.none.filtered')
              }
              lead={t(chosen.search ? 'accounts.none.lead' : 'people.none.filteredLead')}
              action={<Button onClick={clear}>{t('people.filter.clear')}</Button>}
            />
          )
        }
      </Read>
      {dialog?.about === 'create' && <CreateAccount onClose={done} onMade={handOver} />}
      {dialog?.about === 'hand over' && <HandOver made={dialog.made} onClose={done} />}
      {dialog?.about === 'edit' && <EditAccount account={dialog.account} onClose={done} />}
      {dialog?.about === 'invite' && (
        <InviteAgain
          {...ownerOf(dialog.account)}
          send={() => result(api.POST('/user/account/invite', { body: { id: dialog.account.id } }))}
          onClose={done}
        />
      )}
      {dialog?.about === 'reset' && (
        <ResetSignIn
          {...ownerOf(dialog.account)}
          send={parts => result(api.POST('/user/account/reset', { body: { id: dialog.account.id, parts } }))}
          onClose={done}
          onMade={handOver}
        />
      )}
      {dialog?.about === 'replace' && (
        <ReplaceOwner account={dialog.account} onClose={done} onMade={handOver} />
      )}
      {dialog?.about === 'allow passwords' && <AllowPasswords account={dialog.account} onClose={done} />}
      {dialog?.about === 'suspend' && <SuspendAccount account={dialog.account} onClose={done} />}
    </Page>
  )
}

const ownerOf = ({ owner_name: name, owner_email: email }: Account) => ({ name, email })
