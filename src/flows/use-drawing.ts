import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import { useEffect, useState } from 'react'
import type { Chart } from './chart.ts'
import { type Drawing, drawings } from './layout.ts'

const engine = new ELK({ workerFactory: () => new Worker(workerUrl) })
/** The best drawing of each chart that was shown. */
const known = new Map<string, Drawing>()

/** What is drawn of a chart. `improving`: better drawings of it are looked for. */
export type Drawn = { drawing: Drawing | null; improving: boolean; failure: string | null }

/** Draws a chart: the first drawing comes soon, and a better one takes its place. Another chart replaces it once it is drawn. */
export function useDrawing(chart: Chart): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ drawing: null, improving: true, failure: null })
  useEffect(() => {
    const key = JSON.stringify(chart)
    let left = false
    async function improve() {
      let best = known.get(key) ?? null
      if (best) return setDrawn({ drawing: best, improving: false, failure: null })
      for await (const drawing of drawings(engine, chart)) {
        if (left) return
        best = drawing
        setDrawn({ drawing, improving: true, failure: null })
      }
      known.set(key, best!)
      if (!left) setDrawn({ drawing: best, improving: false, failure: null })
    }
    improve().catch(error => setDrawn({ drawing: null, improving: false, failure: String(error) }))
    return () => {
      left = true
    }
  }, [chart])
  return drawn
}
