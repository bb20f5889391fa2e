import { fileBrand } from '../../domain/brand-file.ts'
import type { ClientPermission } from '../../openapi/schema.ts'
import { brand } from '../site/brand.ts'

/** The name of the keys in the settings of programs. */
export const profile = fileBrand(brand.name)

/** What a program needs to connect to the storage. */
export type S3Access = { accessKey: string; secretKey: string; endpoint: string; region: string }

/** The credentials as a file that AWS tools read (AWS CLI documentation, "Configuration and credential file settings"). */
export function credentialsFile({ accessKey, secretKey, endpoint, region }: S3Access): string {
  return [
    `[${profile}]`,
    `aws_access_key_id = ${accessKey}`,
    `aws_secret_access_key = ${secretKey}`,
    `region = ${region}`,
    `endpoint_url = ${endpoint}`,
    's3 =',
    '    signature_version = s3v4',
    '',
  ].join('\n')
}

/** Commands that set up a profile of the AWS CLI. Its version 1 pre-signs with signature version 2 unless configured. */
export function awsSnippet({ accessKey, secretKey, endpoint, region }: S3Access): string {
  return [
    `aws configure set aws_access_key_id ${accessKey} --profile ${profile}`,
    `aws configure set aws_secret_access_key ${secretKey} --profile ${profile}`,
    `aws configure set region ${region} --profile ${profile}`,
    `aws configure set endpoint_url ${endpoint} --profile ${profile}`,
    `aws configure set s3.signature_version s3v4 --profile ${profile}`,
    `aws s3 ls --profile ${profile}`,
  ].join('\n')
}

/** A remote for rclone's configuration file. */
export function rcloneSnippet({ accessKey, secretKey, endpoint, region }: S3Access): string {
  return [
    `[${profile}]`,
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
 * Commands that list a bucket and copy a file to it, by program. They name a profile or remote for the keys, or
 * prompt for them, and contain none.
 */
export function bucketSnippets({
  bucket,
  endpoint,
  region,
}: Omit<S3Access, 'accessKey' | 'secretKey'> & { bucket: string }) {
  const { host, protocol } = new URL(endpoint)
  const aws = `--profile ${profile} --endpoint-url ${endpoint} --region ${region}`
  const s3cmd = [
    `--host=${host} --host-bucket=${host} --region=${region}`,
    ...(protocol === 'http:' ? ['--no-ssl'] : []),
  ].join(' ')
  return {
    aws: [
      `aws configure set s3.signature_version s3v4 --profile ${profile}`,
      `aws s3 ls s3://${bucket} ${aws}`,
      `aws s3 cp ./file.txt s3://${bucket}/ ${aws}`,
    ].join('\n'),
    rclone: [
      `rclone config create ${profile} s3 provider=Other env_auth=true endpoint=${endpoint} region=${region} list_url_encode=true`,
      `rclone ls ${profile}:${bucket}`,
      `rclone copy ./file.txt ${profile}:${bucket}`,
    ].join('\n'),
    s3cmd: [`s3cmd ls s3://${bucket} ${s3cmd}`, `s3cmd put ./file.txt s3://${bucket}/ ${s3cmd}`].join('\n'),
  }
}

/** A call of the API at the address `api` with a token of this permission. */
export function curlSnippet(api: string, token: string, permission: ClientPermission): string {
  const path = permission === 'accounts' ? '/user/list' : '/bucket'
  return `curl -H "Authorization: Bearer ${token}" \\\n  ${api}${path}`
}
