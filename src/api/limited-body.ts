/** The bytes of an answer, or null where there are more than `limit`: more than that is not waited for. */
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
