import type { Refusal } from '../../../machines/preview/machine.ts'
import { draw } from './draw.ts'
import { type FrameContext, host, runInSlices } from './host.ts'
import type { ParseAnswer, ParseCall } from './parse.worker.ts'
import ParseWorker from './parse.worker.ts?worker&inline'
import { drawImage } from './picture-page.ts'

/** Maximum time to parse a file, in ms. */
const parseTimeout = 10_000

host(async context => (context.file.kind === 'image' ? drawImage(context) : drawParsed(context)))

async function drawParsed({ root, file: { kind, bytes, texts } }: FrameContext): Promise<Refusal | null> {
  const answer = await parseInWorker({ kind, bytes } as ParseCall)
  if ('refusal' in answer) return answer.refusal
  root.className = kind
  await runInSlices(draw(root, answer.parsed, texts))
  return null
}

/** Parses in a worker, which is terminated after the result or the timeout. */
function parseInWorker(call: ParseCall): Promise<ParseAnswer> {
  const worker = new ParseWorker()
  return new Promise<ParseAnswer>((resolve, reject) => {
    setTimeout(() => resolve({ refusal: 'too-complex' }), parseTimeout)
    worker.onmessage = ({ data }: MessageEvent<ParseAnswer>) => resolve(data)
    // Out of memory, or not started.
    worker.onerror = () => reject(new Error('The worker failed.'))
    worker.postMessage(call, [call.bytes])
  }).finally(() => worker.terminate())
}
