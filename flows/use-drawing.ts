import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { useEffect, useState } from 'react'
import type { Chart } from './chart.ts'
import { type Drawing, draw } from './layout.ts'

const engine = new ELK({ workerFactory: () => new Worker(workerUrl) })
/** The drawing of each chart that was shown. */
const known = new Map<string, Drawing>()

export type Drawn = { drawing: Drawing | null; failure: string | null }

/** Draws a chart once. The drawing of the chart before stays until the new one is there. */
export function useDrawing(chart: Chart): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ drawing: null, failure: null })
  useEffect(() => {
    const key = JSON.stringify(chart)
    const left = new AbortController()
    async function show() {
      const drawing = known.get(key) ?? (await draw(engine, chart, left.signal))
      known.set(key, drawing)
      if (!left.signal.aborted) setDrawn({ drawing, failure: null })
    }
    show().catch(error => {
      if (!left.signal.aborted) setDrawn({ drawing: null, failure: String(error) })
    })
    return () => left.abort()
  }, [chart])
  return drawn
}
