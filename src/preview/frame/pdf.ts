import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import { type Drawn, element, host } from './host.ts'
import PdfWorker from './pdf.worker.ts?worker&inline'

/** Ms until the first page must be seen. */
const firstPageTime = 20_000
const mostPages = 1000
/** Pixels of one page at most. */
const mostPixels = 8_000_000

host(async drawn => {
  const worker = new PdfWorker()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'too-complex'>(resolve => {
    timer = setTimeout(() => resolve('too-complex'), firstPageTime)
  })
  try {
    const refusal = await Promise.race([late, drawPdf(drawn, worker)])
    if (refusal) worker.terminate()
    return refusal
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
})

/** Draws the pages as pictures, each when it comes into sight: no script, form or link of the file is there. */
async function drawPdf({ root, file: { bytes, texts } }: Drawn, port: Worker): Promise<null> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    worker: PDFWorker.create({ port }),
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    maxImageSize: 64 * 1024 ** 2,
    canvasMaxAreaInBytes: mostPixels * 4,
    verbosity: 0,
  }).promise
  root.className = 'pdf'
  const count = Math.min(document.numPages, mostPages)
  if (count < document.numPages) root.append(element('p', 'note', texts.cut))
  const first = (await document.getPage(1)).getViewport({ scale: 1 })
  const places = Array.from({ length: count }, (_, index) => {
    const place = element('div', 'page')
    place.style.aspectRatio = `${first.width} / ${first.height}`
    place.setAttribute('role', 'img')
    place.setAttribute('aria-label', `${texts.page} ${index + 1}`)
    return place
  })
  root.append(...places)
  await drawPage(document, 1, places[0]!)
  const seen = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        const index = places.indexOf(target as HTMLDivElement)
        if (isIntersecting) void drawPage(document, index + 1, places[index]!).catch(() => undefined)
        else target.replaceChildren()
      }
    },
    { rootMargin: '100% 0px' },
  )
  for (const place of places) seen.observe(place)
  return null
}

async function drawPage(document: PDFDocumentProxy, number: number, place: HTMLElement): Promise<void> {
  if (place.firstChild) return
  const canvas = element('canvas')
  place.append(canvas)
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  place.style.aspectRatio = `${width} / ${height}`
  const wanted = (place.clientWidth * devicePixelRatio) / width
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (width * height)))
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, annotationMode: 0 }).promise
}
