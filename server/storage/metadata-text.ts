import { isUtf8 } from 'node:buffer'

const encodedWord = /=\?UTF-8\?(?:B\?([A-Za-z0-9+/=]*)|Q\?([!-~]*?))\?=/gi

/**
 * A metadata value as sent: headers carry ASCII, so other text becomes an encoded word, as in S3's own responses.
 * Source: RFC 2047; Amazon S3 User Guide, "Working with object metadata".
 */
export function encodeMetadata(value: string): string {
  const plain = /^([!-~]([ -~]*[!-~])?)?$/.test(value) && !value.includes('=?')
  return plain ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`
}

/** The text of a metadata value, which other programs may also have sent as UTF-8 bytes. */
export function decodeMetadata(sent: string): string {
  const bytes = Buffer.from(sent, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : sent
  return text.replace(encodedWord, (_, base64?: string, quoted?: string) =>
    base64 === undefined
      ? Buffer.from(
          (quoted ?? '')
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8')
      : Buffer.from(base64, 'base64').toString('utf8'),
  )
}
