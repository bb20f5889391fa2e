import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BucketAcl, OpenFiles } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { keyOf } from '../../../api/query.ts'
import { dataOf } from '../../../api/result.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyValue } from '../../../ui/copy.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { useBuckets } from '../../queries.ts'

/** Addresses shown at once. */
const atOnce = 50

type Props = { bucket: string; acl: BucketAcl; flow: OpenFilesFlow }

/** Files that are public, with their addresses. */
export function OpenToAll({ bucket, acl, flow }: Props) {
  const t = useText()
  const { open, running, failure, goOn, stop } = flow
  const { files, checked } = open
  const all = open.next === null
  const { data: buckets } = useBuckets()
  const [shown, setShown] = useState(atOnce)
  if (acl.acl === 'private' && files.length === 0 && acl.open_files.next === null) return null
  const total = buckets?.find(({ name }) => name === bucket)?.objects ?? 0
  return (
    <Section title={t('sharing.open.title')}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {acl.acl === 'public' && (
          <CopyValue label={t('sharing.address')} value={acl.url} note={t('sharing.addressNote')} />
        )}
        {files.slice(0, shown).map(({ key, url }) => (
          <CopyValue key={key} label={key} value={url} />
        ))}
        {files.length > shown && (
          <div>
            <Button size="sm" onClick={() => setShown(shown + atOnce)}>
              {t('sharing.open.more', { count: files.length - shown })}
            </Button>
          </div>
        )}
        {(files.length > 0 || acl.open_files.next !== null) && (
          <chakra.p role="status" textStyle="small" color="fg.muted" textWrap="pretty">
            {t('sharing.open.found', { count: files.length })}{' '}
            {all
              ? t('sharing.open.all', { count: checked })
              : total > checked
                ? t('sharing.open.checkedOf', { count: checked, total })
                : t('sharing.open.checked', { count: checked })}
          </chakra.p>
        )}
        <FailureNotice failure={failure} />
        {!all && (
          <div>
            {running ? (
              <Button size="sm" onClick={stop}>
                {t('sharing.open.stop')}
              </Button>
            ) : (
              <Button size="sm" onClick={goOn}>
                {t('sharing.open.goOn')}
              </Button>
            )}
          </div>
        )}
      </chakra.div>
    </Section>
  )
}

/** Files checked before the user is asked to continue, as stated in `sharing.open.goOn`. */
const filesAtOnce = 10_000

/** The files of a bucket that are public by their own ACL, as far as they were checked, and how to continue. */
export function useOpenFiles(bucket: string, { open_files: first, revision }: BucketAcl) {
  /** How many files to check, in this revision; null: only the first ones. */
  const [asked, ask] = useState<{ revision: string; until: number } | null>(null)
  const until = asked?.revision === revision ? asked.until : null
  const checks = useInfiniteQuery({
    queryKey: keyOf('/bucket/acl/open-files', { query: { bucket, after: first.next }, revision }),
    queryFn: ({ pageParam: after, signal }) =>
      dataOf(api.GET('/bucket/acl/open-files', { params: { query: { bucket, after } }, signal })),
    initialPageParam: first.next ?? '',
    getNextPageParam: (page: OpenFiles) => page.next,
    enabled: until !== null && first.next !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { error, hasNextPage, isFetching, fetchNextPage } = checks
  const pages = [first, ...(checks.data?.pages ?? [])]
  const checked = pages.reduce((sum, page) => sum + page.checked, 0)
  const running = until !== null && checked < until && pages.at(-1)!.next !== null && !error

  useEffect(() => {
    if (running && hasNextPage && !isFetching) void fetchNextPage()
  }, [running, hasNextPage, isFetching, fetchNextPage])

  return {
    open: { files: pages.flatMap(page => page.files), checked, next: pages.at(-1)!.next },
    running,
    failure: error?.failure ?? null,
    goOn() {
      ask({ revision, until: checked + filesAtOnce })
      if (error) void fetchNextPage()
    },
    stop: () => ask({ revision, until: 0 }),
  }
}

type OpenFilesFlow = ReturnType<typeof useOpenFiles>
