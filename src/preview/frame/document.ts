import type { Refusal } from '../../../machines/preview/types.ts'
import { draw } from './draw.ts'
import { type Drawn, host, inTurns } from './host.ts'
import type { ParseAnswer, ParseCall } from './parse.worker.ts'
import ParseWorker from './parse.worker.ts?worker&inline'
import { picture } from './picture.ts'

/** Ms that a file may take to parse. */
const parseTime = 10_000

host(async drawn => (drawn.file.kind === 'image' ? drawImage(drawn) : drawParsed(drawn)))

const mimes: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg', ico: 'image/x-icon' }

/** A picture as an `img`, in which an SVG runs no script and loads nothing. */
async function drawImage({ root, file }: Drawn): Promise<Refusal | null> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const mime = mimes[extension] ?? `image/${extension}`
  const image = await picture(file.bytes, { mime, alt: file.name })
  if (!image) return 'too-complex'
  image.className = 'whole'
  await image.decode()
  root.className = 'image'
  root.append(image)
  return null
}

async function drawParsed({ root, file: { kind, bytes, texts } }: Drawn): Promise<Refusal | null> {
  const answer = await parsed({ kind, bytes } as ParseCall)
  if ('refusal' in answer) return answer.refusal
  root.className = kind
  await inTurns(draw(root, answer.parsed, texts))
  return null
}

/** Asks a worker, which ends with the answer or when its time is up. */
function parsed(call: ParseCall): Promise<ParseAnswer> {
  const worker = new ParseWorker()
  return new Promise<ParseAnswer>((resolve, reject) => {
    setTimeout(() => resolve({ refusal: 'too-complex' }), parseTime)
    worker.onmessage = ({ data }: MessageEvent<ParseAnswer>) => resolve(data)
    // Out of memory, or not started.
    worker.onerror = () => reject(new Error('The worker failed.'))
    worker.postMessage(call, [call.bytes])
  }).finally(() => worker.terminate())
}
