import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import { element, type FrameContext, host } from './host.ts'
import PdfWorker from './pdf.worker.ts?worker&inline'

/** Maximum time until the first page is visible, in ms. */
const firstPageTimeout = 20_000
const maxPages = 1000
/** Maximum pixels of a page. */
const maxPixels = 8_000_000

host(async context => {
  const worker = new PdfWorker()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<'too-complex'>(resolve => {
    timer = setTimeout(() => resolve('too-complex'), firstPageTimeout)
  })
  try {
    const refusal = await Promise.race([timeout, drawPdf(context, worker)])
    if (refusal) worker.terminate()
    return refusal
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
})

/** Renders visible pages to canvases: scripts, forms and links of the file have no effect. */
async function drawPdf({ root, file: { bytes, texts } }: FrameContext, port: Worker): Promise<null> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    worker: PDFWorker.create({ port }),
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    maxImageSize: 64 * 1024 ** 2,
    canvasMaxAreaInBytes: maxPixels * 4,
    verbosity: 0,
  }).promise
  root.className = 'pdf'
  const count = Math.min(document.numPages, maxPages)
  if (count < document.numPages) root.append(element('p', 'note', texts.cut))
  const first = (await document.getPage(1)).getViewport({ scale: 1 })
  const pages = Array.from({ length: count }, (_, index) => {
    const container = element('div', 'page')
    container.style.aspectRatio = `${first.width} / ${first.height}`
    container.setAttribute('role', 'img')
    container.setAttribute('aria-label', `${texts.page} ${index + 1}`)
    return container
  })
  root.append(...pages)
  await drawPage(document, 1, pages[0]!)
  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        const index = pages.indexOf(target as HTMLDivElement)
        if (isIntersecting) void drawPage(document, index + 1, pages[index]!).catch(() => undefined)
        else target.replaceChildren()
      }
    },
    { rootMargin: '100% 0px' },
  )
  for (const container of pages) observer.observe(container)
  return null
}

async function drawPage(document: PDFDocumentProxy, number: number, container: HTMLElement): Promise<void> {
  if (container.firstChild) return
  const canvas = element('canvas')
  container.append(canvas)
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  container.style.aspectRatio = `${width} / ${height}`
  const fullScale = (container.clientWidth * devicePixelRatio) / width
  const scale = Math.min(fullScale, Math.sqrt(maxPixels / (width * height)))
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, annotationMode: 0 }).promise
}
