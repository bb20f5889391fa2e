import type { Refusal } from '../../../../domain/preview.ts'
import { type Parsed, TooComplex } from './parse/model.ts'
import { parse, type Source } from './parse/parse.ts'

export type ParseCall = Omit<Source, 'bytes'> & { bytes: ArrayBuffer }
export type ParseAnswer = { parsed: Parsed } | { refusal: Refusal }

self.onmessage = ({ data }: MessageEvent<ParseCall>) => {
  let answer: ParseAnswer
  try {
    answer = { parsed: parse({ ...data, bytes: new Uint8Array(data.bytes) }) }
  } catch (error) {
    // RangeError: too deep or too long for the JavaScript engine.
    answer = {
      refusal: error instanceof TooComplex || error instanceof RangeError ? 'too-complex' : 'damaged',
    }
  }
  self.postMessage(answer)
}
