import type { ClientPermission } from '../../openapi/schema.ts'

/** What a program needs to connect to the storage. */
export type S3Access = { accessKey: string; secretKey: string; endpoint: string; region: string }

/** The credentials as a file that AWS tools read (AWS CLI documentation, "Configuration and credential file settings"). */
export function credentialsFile({ accessKey, secretKey, endpoint, region }: S3Access): string {
  return [
    '[kho]',
    `aws_access_key_id = ${accessKey}`,
    `aws_secret_access_key = ${secretKey}`,
    `region = ${region}`,
    `endpoint_url = ${endpoint}`,
    's3 =',
    '    signature_version = s3v4',
    '',
  ].join('\n')
}

/** Commands that set up a profile `kho` of the AWS CLI. Its version 1 pre-signs with signature version 2 unless configured. */
export function awsSnippet({ accessKey, secretKey, endpoint, region }: S3Access): string {
  return [
    `aws configure set aws_access_key_id ${accessKey} --profile kho`,
    `aws configure set aws_secret_access_key ${secretKey} --profile kho`,
    `aws configure set region ${region} --profile kho`,
    `aws configure set endpoint_url ${endpoint} --profile kho`,
    'aws configure set s3.signature_version s3v4 --profile kho',
    'aws s3 ls --profile kho',
  ].join('\n')
}

/** A remote `kho` for rclone's configuration file. */
export function rcloneSnippet({ accessKey, secretKey, endpoint, region }: S3Access): string {
  return [
    '[kho]',
    'type = s3',
    'provider = Other',
    `access_key_id = ${accessKey}`,
    `secret_access_key = ${secretKey}`,
    `endpoint = ${endpoint}`,
    `region = ${region}`,
    'list_url_encode = true',
  ].join('\n')
}

/**
 * Commands that list a bucket and copy a file to it, by program. They name a profile or remote `kho` for the keys, or
 * prompt for them, and contain none.
 */
export function bucketSnippets({
  bucket,
  endpoint,
  region,
}: Omit<S3Access, 'accessKey' | 'secretKey'> & { bucket: string }) {
  const { host, protocol } = new URL(endpoint)
  const aws = `--profile kho --endpoint-url ${endpoint} --region ${region}`
  const s3cmd = [
    `--host=${host} --host-bucket=${host} --region=${region}`,
    ...(protocol === 'http:' ? ['--no-ssl'] : []),
  ].join(' ')
  return {
    aws: [
      'aws configure set s3.signature_version s3v4 --profile kho',
      `aws s3 ls s3://${bucket} ${aws}`,
      `aws s3 cp ./file.txt s3://${bucket}/ ${aws}`,
    ].join('\n'),
    rclone: [
      `rclone config create kho s3 provider=Other env_auth=true endpoint=${endpoint} region=${region} list_url_encode=true`,
      `rclone ls kho:${bucket}`,
      `rclone copy ./file.txt kho:${bucket}`,
    ].join('\n'),
    s3cmd: [`s3cmd ls s3://${bucket} ${s3cmd}`, `s3cmd put ./file.txt s3://${bucket}/ ${s3cmd}`].join('\n'),
  }
}

/** A call of the API at the address `api` with a token of this permission. */
export function curlSnippet(api: string, token: string, permission: ClientPermission): string {
  const path = permission === 'accounts' ? '/user/list' : '/bucket'
  return `curl -H "Authorization: Bearer ${token}" \\\n  ${api}${path}`
}
