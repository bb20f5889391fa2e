import { type DigestName, digestsOf } from '../../../src/uploads/compare/digest.ts'

/** The digest of a whole blob, as S3 writes it. */
export async function digestOf(blob: Blob, name: DigestName): Promise<string> {
  const [digest = ''] = await digestsOf(blob, [blob.size], name)
  return digest
}
