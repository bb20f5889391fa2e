import { useState } from 'react'
import { bareName } from '../../domain/object-key.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import type { ApiResult } from '../api/result.ts'

/** Files and folders of one bucket: jobs and calls are about one. */
export type Part = { bucket: string; items: readonly ObjectItem[] }

/** Whether two of them would have one name in the same folder. */
export function haveSameName(items: readonly Pick<ObjectItem, 'key'>[]): boolean {
  return new Set(items.map(({ key }) => bareName(key))).size < items.length
}

/**
 * Makes a call for each part, one after the other; the last answer. After a failure a further attempt makes those calls
 * that are left.
 */
export function useEachPart<Data, Each extends Pick<Part, 'bucket'>>(
  parts: readonly Each[],
  call: (part: Each) => Promise<ApiResult<Data>>,
): () => Promise<ApiResult<Data>> {
  const [answers] = useState(() => new Map<string, ApiResult<Data>>())
  return async () => {
    let last: ApiResult<Data> = { ok: false, code: 'UNKNOWN_ERROR' }
    for (const part of parts) {
      last = answers.get(part.bucket) ?? (await call(part))
      if (!last.ok) return last
      answers.set(part.bucket, last)
    }
    return last
  }
}
