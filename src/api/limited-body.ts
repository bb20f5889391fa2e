/** The bytes of a response, or null if there are more than `limit`: it stops reading there. */
export async function limitedBody({ headers, body }: Response, limit: number): Promise<Blob | null> {
  if (!body) return new Blob()
  if (Number(headers.get('content-length')) > limit) {
    await body.cancel()
    return null
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > limit) return null
    parts.push(part)
  }
  return new Blob(parts)
}
