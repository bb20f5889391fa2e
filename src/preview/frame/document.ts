import type { Refusal } from '../../../machines/preview/types.ts'
import { draw } from './draw.ts'
import { type Drawn, element, host, inTurns } from './host.ts'
import type { ParseAnswer, ParseCall } from './parse.worker.ts'
import ParseWorker from './parse.worker.ts?worker&inline'

/** Ms that a file may take to parse. */
const parseTime = 10_000

host(async drawn => (drawn.file.kind === 'image' ? drawImage(drawn) : drawParsed(drawn)))

const mimes: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg', ico: 'image/x-icon' }

/** A picture as an `img`, in which an SVG runs no script and loads nothing. */
async function drawImage({ root, file }: Drawn): Promise<null> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const image = element('img', 'whole')
  image.alt = file.name
  image.src = URL.createObjectURL(new Blob([file.bytes], { type: mimes[extension] ?? `image/${extension}` }))
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
