import {
  Eraser,
  FolderOpen,
  Globe,
  History,
  Info,
  Link2,
  LockKeyhole,
  Recycle,
  ScrollText,
  Share2,
  Trash2,
} from 'lucide-react'
import { type MouseEvent, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { mayCall, type OperationId } from '../../../domain/permissions.ts'
import type { Bucket, BucketStatus } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { ActionSheet, Menu, type MenuAction } from '../../ui/action-menu.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { bucketAddress, bucketPageAddress } from '../addresses.ts'

/** The dialogs that a bucket's menu opens. */
export type BucketAct = 'link' | 'public' | 'private' | 'format' | 'delete'

export type OnBucketAct = (about: BucketAct, bucket: Bucket) => void

type Entry = MenuAction & { need: OperationId }

/** The menu actions for one bucket: groups separated by lines. */
export function useBucketActions(
  bucket: Bucket,
  status: BucketStatus | undefined,
  onAct: OnBucketAct,
): (MenuAction | null)[] {
  const t = useText()
  const user = useUser()
  const [, navigate] = useLocation()
  const act = (id: BucketAct) => ({ id, run: () => onAct(id, bucket) })
  const tab = (id: string) => ({ id, run: () => navigate(bucketPageAddress(bucket.name, id)) })
  const groups: Entry[][] = [
    [
      {
        ...{ id: 'open', label: t('common.open'), icon: <FolderOpen />, need: 'listBuckets' },
        run: () => navigate(bucketAddress(bucket.name)),
      },
      { ...tab('overview'), label: t('buckets.act.details'), icon: <Info />, need: 'getBucketOverview' },
    ],
    [
      { ...act('link'), label: t('buckets.act.link'), icon: <Link2 />, need: 'generateUrl' },
      { ...tab('sharing'), label: t('buckets.act.sharing'), icon: <Share2 />, need: 'getBucketAcl' },
      {
        ...{ ...act('public'), label: t('buckets.act.public'), icon: <Globe />, need: 'putBucketAcl' },
        disabled: status?.acl === 'public',
      },
      {
        ...{
          ...act('private'),
          label: t('buckets.act.private'),
          icon: <LockKeyhole />,
          need: 'putBucketAcl',
        },
        disabled: status?.acl === 'private',
      },
      { ...tab('policy'), label: t('buckets.act.policy'), icon: <ScrollText />, need: 'getBucketPolicy' },
    ],
    [
      {
        ...{ ...tab('versions'), label: t('buckets.act.versioning'), icon: <History /> },
        need: 'getBucketVersioning',
      },
      {
        ...{ ...tab('lifecycle'), label: t('buckets.act.lifecycle'), icon: <Recycle /> },
        need: 'getBucketLifecycle',
      },
    ],
    [
      {
        ...{ ...act('format'), label: t('buckets.format'), icon: <Eraser />, danger: true },
        need: 'formatBucket',
      },
      {
        ...{ ...act('delete'), label: t('common.delete'), icon: <Trash2 />, danger: true },
        need: 'deleteBucket',
      },
    ],
  ]
  return groups
    .map(group => group.filter(({ need }) => mayCall(user, need)))
    .filter(group => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [null, ...group]))
}

type ListMenu = {
  at: { x: number; y: number } | null
  title: string
  actions: readonly (MenuAction | null)[]
}

/** Opens the context menu of a list: with a row's title and actions, at the pointer. */
export type OnMenu = (event: MouseEvent, title: string, actions: ListMenu['actions']) => void

/** The context menu of a list: its content, and how it opens and closes. Preloaded: a right-click comes unannounced. */
export function useListMenu(): [menu: ListMenu, onMenu: OnMenu, close: () => void] {
  const phone = usePhone()
  useEffect(() => whenIdle(() => void (phone ? ActionSheet : Menu).preload().catch(() => undefined)), [phone])
  const [menu, setMenu] = useState<ListMenu>({ at: null, title: '', actions: [] })
  const onMenu = useCallback<OnMenu>((event, title, actions) => {
    event.preventDefault()
    setMenu({ at: { x: event.clientX, y: event.clientY }, title, actions })
  }, [])
  const close = useCallback(() => setMenu(before => ({ ...before, at: null })), [])
  return [menu, onMenu, close]
}
