import type { Refusal } from '../../../../domain/preview.ts'
import { type Encoding, encodings, type FrameTexts } from '../protocol.ts'
import { draw } from './draw.ts'
import { element, type FrameContext, host, runInSlices } from './host.ts'
import type { ParseAnswer, ParseCall } from './parse.worker.ts'
import ParseWorker from './parse.worker.ts?worker&inline'
import { drawImage } from './picture-page.ts'

/** Maximum time to parse a file, in ms. */
const parseTimeout = 10_000

host(async context => (context.file.kind === 'image' ? drawImage(context) : drawParsed(context)))

async function drawParsed({ root, file }: FrameContext): Promise<Refusal | null> {
  const { texts, kind, name, bytes, locale } = file
  root.className = kind
  let bar: HTMLElement | undefined
  let drawing: Generator<void> | undefined
  let chosen: Encoding | null = null
  async function show(encoding: Encoding | null): Promise<Refusal | null> {
    chosen = encoding
    const answer = await parseInWorker({ kind, name, bytes, locale, encoding } as ParseCall)
    if ('refusal' in answer) return answer.refusal
    if (encoding !== chosen) return null
    drawing?.return(undefined)
    for (const shown of [...root.children]) if (shown !== bar) shown.remove()
    const { parsed } = answer
    if (parsed.encoding && !bar) {
      bar = encodingBar(parsed.encoding, texts, choice => void show(choice))
      root.append(bar)
    }
    drawing = draw(root, parsed, texts)
    await runInSlices(drawing)
    return null
  }
  return show(null)
}

/** Shows the encoding of a text, and offers to change it. */
function encodingBar(
  encoding: Encoding,
  texts: FrameTexts,
  onChoose: (encoding: Encoding) => void,
): HTMLElement {
  const bar = element('label', 'note', `${texts.encoding} `)
  const select = element('select')
  for (const each of encodings) select.append(new Option(texts.encodings[each], each))
  select.value = encoding
  select.addEventListener('change', () => onChoose(select.value as Encoding))
  bar.append(select)
  return bar
}

/** Parses in a worker, which is terminated after the result or the timeout. */
function parseInWorker(call: ParseCall): Promise<ParseAnswer> {
  const worker = new ParseWorker()
  return new Promise<ParseAnswer>((resolve, reject) => {
    setTimeout(() => resolve({ refusal: 'too-complex' }), parseTimeout)
    worker.onmessage = ({ data }: MessageEvent<ParseAnswer>) => resolve(data)
    // Out of memory, or not started.
    worker.onerror = () => reject(new Error('The worker failed.'))
    worker.postMessage(call)
  }).finally(() => worker.terminate())
}
