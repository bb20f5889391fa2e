/** For `route.fetch`: the server may close an idle connection just as it is used again. */
export const retried = { maxRetries: 2 }
