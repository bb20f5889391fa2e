/** `ETag`: with quotes. `Size`: bytes. */
export type ListedObject = {
  Key: string
  Size?: number | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
  StorageClass?: string | undefined
}

/** Keys are decoded. `token`: of the next page. */
export type Listing = { files: ListedObject[]; folders: string[]; token: string | undefined }

/**
 * Parses a response of ListObjectsV2 with URL-encoded keys, which RGW also escapes for XML. Null for anything else.
 * Source: S3 API reference, ListObjectsV2.
 */
export function readListing(xml: string): Listing | null {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.includes('<EncodingType>url</EncodingType>')) return null
  if (!xml.trimEnd().endsWith('</ListBucketResult>')) return null
  const files: ListedObject[] = []
  for (const [, object = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textOf(object, 'Key')
    if (key === undefined) return null
    const [size, modified] = [textOf(object, 'Size'), textOf(object, 'LastModified')]
    files.push({
      Key: decodeKey(key),
      Size: size === undefined ? undefined : Number(size),
      ETag: textOf(object, 'ETag'),
      LastModified: modified === undefined ? undefined : new Date(modified),
      StorageClass: textOf(object, 'StorageClass'),
    })
  }
  const folders: string[] = []
  for (const [, group = ''] of xml.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs))
    for (const [, prefix = ''] of group.matchAll(/<Prefix>([^<]*)/g))
      folders.push(decodeKey(unescapeXml(prefix)))
  const token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined
  return {
    files,
    folders,
    token,
  }
}

/** In S3's URL encoding a space is `+`. */
export function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', '%20'))
}

function textOf(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`)
  if (from < 0) return undefined
  const start = from + name.length + 2
  // A slice would keep the whole page in memory as long as the key.
  return unescapeXml(Buffer.from(xml.slice(start, xml.indexOf('<', start))).toString())
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? reference
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
  })
}
