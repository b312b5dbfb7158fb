export const mails = {} as const
