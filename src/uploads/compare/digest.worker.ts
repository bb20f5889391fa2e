import { type DigestName, digestsOf } from './digest.ts'

export type DigestCall = { blob: Blob; sizes: number[]; name: DigestName }
export type DigestAnswer = { digests: string[] } | { unreadable: true } | { error: string }

self.onmessage = async ({ data: { blob, sizes, name } }: MessageEvent<DigestCall>) => {
  let answer: DigestAnswer
  try {
    answer = { digests: await digestsOf(blob, sizes, name) }
  } catch (error) {
    answer = error instanceof DOMException ? { unreadable: true } : { error: String(error) }
  }
  self.postMessage(answer)
}
