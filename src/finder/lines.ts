import { bareName } from '../../domain/object-key.ts'
import { mayCall } from '../../domain/permissions.ts'
import type { Found } from '../../machines/finder/types.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { bucketAddress, folderAddress } from '../buckets/addresses.ts'

export const none = { ok: true, found: [], exact: false, more: false } as const

export const line = (kind: Found['kind'], id: string, name: string, more: Partial<Found>): Found => ({
  ...{ kind, id, name, detail: '', address: '', path: '' },
  ...more,
})

/** The line of a bucket, a folder or a file. One that is found in several ways is one line. */
export function lineOf(
  user: CurrentUser,
  bucket: string,
  key: string,
  kind: Found['kind'] = kindOf(key),
): Found {
  const id = `at ${bucket}/${key}`
  if (key === '') return line(kind, id, bucket, { address: bucketAddress(bucket), path: `${bucket}/` })
  const name = bareName(key)
  const parent = key.slice(0, key.length - name.length - (key.endsWith('/') ? 1 : 0))
  const detail = `${bucket}/${parent}`
  if (key.endsWith('/'))
    return line(kind, id, name, {
      ...{ detail, address: folderAddress({ bucket, prefix: key }), path: `${bucket}/${key}` },
    })
  const shownBy = mayCall(user, 'getDownloadUrl') ? 'preview' : 'object'
  const query = new URLSearchParams({ [shownBy]: name })
  return line(kind, id, name, {
    ...{ detail, address: `${folderAddress({ bucket, prefix: parent })}?${query}`, path: `${bucket}/${key}` },
  })
}

function kindOf(key: string): Found['kind'] {
  return key === '' ? 'bucket' : key.endsWith('/') ? 'folder' : 'file'
}
