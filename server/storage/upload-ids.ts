import type { Vault } from '../vault/vault.ts'

type UploadTarget = { accountId: string; bucket: string; key: string }

/**
 * The upload ids for browsers: the storage's, with the declared size and a keyed digest, so that no table is needed.
 */
export type UploadIds = {
  /** `size`: bytes. */
  issue(target: UploadTarget, uploadId: string, size: number): string
  /** The storage's id; `size`: null if the id was not issued here for that account, bucket and key. */
  read(target: UploadTarget, id: string): { uploadId: string; size: number | null }
}

export function makeUploadIds(vault: Vault): UploadIds {
  const text = ({ accountId, bucket, key }: UploadTarget, uploadId: string, size: number) =>
    JSON.stringify(['upload', accountId, bucket, key, uploadId, size])
  const cut = (digest: string) => digest.slice(0, 32)
  return {
    issue: (target, uploadId, size) =>
      `${uploadId}.${size.toString(36)}.${cut(vault.digest(text(target, uploadId, size)))}`,
    read(target, id) {
      const [, uploadId = '', digits = '', said = ''] =
        /^(.+)\.([0-9a-z]{1,8})\.([0-9a-f]{32})$/.exec(id) ?? []
      const size = Number.parseInt(digits, 36)
      const marks = vault.digests(text(target, uploadId, size)).map(cut)
      return marks.includes(said) ? { uploadId, size } : { uploadId: id, size: null }
    },
  }
}
