// @module-tag clients
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { execute } from './client-programs.ts'
import { startEngine } from './support.ts'

/** Pre-signs with the settings that boto3 has by default, and sends what it signed. */
const program = `
import sys, boto3, urllib.request
endpoint, key, secret = sys.argv[1:]
client = boto3.client('s3', endpoint_url=endpoint, aws_access_key_id=key, aws_secret_access_key=secret, region_name='us-east-1')
name = {'Bucket': 'boto', 'Key': 'tiếng Việt/a+b c.txt'}
def ask(method, operation, body=None, headers={}, **more):
    url = client.generate_presigned_url(operation, Params={**name, **more})
    assert 'AWSAccessKeyId=' in url, url
    with urllib.request.urlopen(urllib.request.Request(url, data=body, method=method, headers=headers)) as answer:
        return answer
ask('PUT', 'put_object', 'xin chào'.encode(), {'Content-Type': 'text/plain'}, ContentType='text/plain', Metadata={'who': 'trinh'})
print(ask('HEAD', 'head_object').headers['x-amz-meta-who'])
print(ask('GET', 'get_object', ResponseContentDisposition='attachment; filename="a b.txt"').headers['content-disposition'])
print(ask('GET', 'get_object_tagging').status)
print(ask('DELETE', 'delete_object').status)
`

test('URLs that boto3 pre-signs by default, with Signature Version 2, read and write', async context => {
  if (spawnSync('python3', ['-c', 'import boto3']).status !== 0) context.skip('boto3 not found')
  const running = await startEngine({ region: 'us-east-1' })
  await running.client({ region: 'us-east-1' }).createBucket({ Bucket: 'boto' })
  const { accessKey, secretKey } = running.keys
  const { stdout } = await execute('python3', ['-c', program, running.url, accessKey, secretKey])
  expect(stdout.trim().split('\n')).toEqual(['trinh', 'attachment; filename="a b.txt"', '200', '204'])
  await running.stop()
})
