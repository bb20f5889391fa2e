declare module 'saxen' {
  type Decode = (text: string) => string

  /** Rethrows what a handler throws; throws for malformed XML. */
  export class Parser {
    on(
      event: 'openTag',
      run: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this
    on(event: 'closeTag', run: (name: string) => void): this
    on(event: 'text', run: (value: string, decode: Decode) => void): this
    on(event: 'cdata', run: (value: string) => void): this
    parse(xml: string): void
  }
}
