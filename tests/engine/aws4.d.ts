declare module 'aws4' {
  export type Request = {
    host?: string
    path?: string
    method?: string
    service?: string
    region?: string
    headers?: Record<string, string | number>
    body?: string | Buffer
    signQuery?: boolean
  }
  export function sign(
    request: Request,
    credentials: { accessKeyId: string; secretAccessKey: string },
  ): Request & { headers: Record<string, string | number>; path: string }
  const aws4: { sign: typeof sign }
  export default aws4
}
