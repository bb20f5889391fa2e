import { expect } from 'vitest'
import { previewLimit } from '../../domain/preview.ts'
import type { Flow } from '../../flows/kit/flow.ts'
import type { previewMachine } from '../../machines/preview/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const lost = { ok: false, code: 'NETWORK' } as const

const fileOf = (name: string, size: number) => ({ file: { bucket: 'anh', key: `tai-lieu/${name}`, size } })
/** The last file of the folder. */
const last = 'zz.txt'

/** What can happen while files of a folder are looked at. */
export const previewFlow: Flow<typeof previewMachine> = {
  starts: {
    'of a text': fileOf('a.txt', 3),
    'of a video': fileOf('a.mp4', previewLimit + 1),
    'of a file that is too large': fileOf('a.pdf', previewLimit + 1),
    'of a file without a preview': fileOf('a.bin', 3),
  },
  events: {
    show: ({ context: { file } }) => (file.key.endsWith(last) ? [] : [{ type: 'show', ...fileOf(last, 3) }]),
    drawn: [{ type: 'drawn' }],
    refused: [{ type: 'refused', reason: 'damaged' }],
    playing: [{ type: 'playing' }],
    'stream broken': [{ type: 'stream broken' }],
    retry: [{ type: 'retry' }],
  },
  outcomes: {
    getLink: { ok: [{ ok: true, url: 'https://s3.example.com/anh' }], NETWORK: [lost], unexpected },
    readFile: {
      ok: [{ ok: true, bytes: new ArrayBuffer(3) }],
      TOO_LARGE: [{ ok: false, code: 'TOO_LARGE' }],
      EXPIRED: [{ ok: false, code: 'EXPIRED' }],
      NETWORK: [lost],
      unexpected,
    },
  },
  leads: {
    show: 'linking',
    drawn: 'shown',
    refused: 'refused',
    playing: 'streaming',
    'stream broken': ({ context }) => (context.renewed ? 'refused' : 'linking'),
    retry: 'linking',
    getLink: 'failed',
    'getLink: ok': ({ context }) => (context.kind === 'video' ? 'streaming' : 'reading'),
    readFile: 'failed',
    'readFile: ok': 'drawing',
    'readFile: TOO_LARGE': 'too large',
    'readFile: EXPIRED': ({ context }) => (context.renewed ? 'failed' : 'linking'),
  },
  // These two are told in other words.
  failures: { except: ['TOO_LARGE', 'EXPIRED'] },
  states: {
    linking: ({ context }) =>
      expect([context.bytes, context.failure, context.refusal]).toEqual([null, null, null]),
    reading: ({ context }) => expect(context.url).not.toBeNull(),
    drawing: ({ context }) => expect(context.bytes).not.toBeNull(),
    shown: ({ context }) => expect([context.kind, context.bytes]).toEqual(['text', null]),
    streaming: ({ context }) => expect([context.kind, context.bytes]).toEqual(['video', null]),
    unsupported: ({ context }) => expect([context.kind, context.url]).toEqual([null, null]),
    'too large': ({ context }) => expect(context.bytes).toBeNull(),
    refused: ({ context }) => expect([context.refusal, context.bytes]).toEqual(['damaged', null]),
    failed: ({ context }) => expect(context.failure).not.toBeNull(),
  },
}
