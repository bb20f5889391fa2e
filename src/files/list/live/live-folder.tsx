import { chakra } from '@chakra-ui/react'
import { notifyManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Waiting } from '../../../../machines/follow-folder/types.ts'
import type { Place } from '../../../buckets/addresses.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import type { FolderRows } from '../use-folder-rows.ts'
import { followFolder } from './flow.ts'
import { keepView, type View, viewOf } from './keep-view.ts'
import { goneOf, itemsOf, type News } from './news.ts'

type Props = {
  place: Place
  folder: FolderRows
  /** Whether the rows must stay where they are. */
  held: boolean
}

/** Shows in a list what others change; what is not shown at once waits behind a line above it. */
export default function LiveFolder({ place, folder, held }: Props) {
  const { rows, listing, storedSort } = folder
  const t = useText()
  const [waiting, setWaiting] = useState<Waiting>(0)
  const [announced, setAnnounced] = useState<Waiting>(0)
  const following = useRef<ReturnType<typeof followFolder>>(null)
  const view = useRef<View>(null)
  const line = useRef<HTMLDivElement>(null)
  const gridOf = () => line.current?.parentElement?.querySelector<HTMLElement>('[role=grid]') ?? null

  const isHeld = useEffectEvent(() => held)
  const refresh = useEffectEvent(() => void listing.refresh())
  const sortNow = useEffectEvent(() => storedSort)
  const onWaiting = useEffectEvent((waiting: Waiting, announced: Waiting) => {
    setWaiting(waiting)
    setAnnounced(announced)
  })
  const onNews = useEffectEvent((news: News) => {
    view.current = viewOf(gridOf(), rows)
    notifyManager.batch(() => {
      listing.removeKeys(goneOf(news))
      listing.upsert(itemsOf(news))
    })
  })
  const { bucket, prefix } = place
  useEffect(() => {
    const started = followFolder({ bucket, prefix }, { isHeld, onWaiting, sortNow, onNews, refresh })
    following.current = started
    return started.stop
  }, [bucket, prefix])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may show what waits, and rows that are no longer held may change
  useEffect(() => following.current?.settle(), [rows, held])
  useLayoutEffect(() => {
    if (view.current) keepView(view.current, rows)
    view.current = null
  }, [rows])

  function show() {
    gridOf()?.focus({ preventScroll: true })
    following.current?.show()
  }

  const textOf = (waiting: Waiting) =>
    waiting === 'many' ? t('files.manyChanges') : t('files.changes', { count: waiting })
  return (
    <chakra.div ref={line} position="relative" h="0" zIndex="3" display="flex" justifyContent="center">
      <chakra.span srOnly role="status">
        {announced !== 0 && textOf(announced)}
      </chakra.span>
      {waiting !== 0 && (
        <Button onClick={show} position="absolute" top="11" boxShadow="md" borderRadius="full">
          {textOf(waiting)}
        </Button>
      )}
    </chakra.div>
  )
}
