/** Where the screens of topics are. */
export const topicsAddress = '/setting'

export const topicAddress = (name: string): string => `/setting/topic/${encodeURIComponent(name)}`
