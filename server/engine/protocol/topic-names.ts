/** Whether it is a valid name of an SNS topic. https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html */
export const isTopicName = (name: string): boolean => /^[\w-]{1,256}$/.test(name)

export const topicArn = (region: string, uid: string, name: string): string =>
  `arn:aws:sns:${region}:${uid}:${name}`

/** The user and name in an ARN; undefined for another service's, or a malformed one. */
export const parseTopicArn = (arn: string): { uid: string; name: string } | undefined => {
  const [, uid, name] = /^arn:aws:sns:[^:]*:([^:]*):([^:]+)$/.exec(arn) ?? []
  return uid === undefined || name === undefined || !isTopicName(name) ? undefined : { uid, name }
}
