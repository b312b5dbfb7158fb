import { type Check, fail, ok } from './check.ts'

const TIMEOUT_MS = 2_000

export const checkRedis: Check = async ({ config: { redisUrl } }) => {
  if (redisUrl === null) return []
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason = ''
  redis.on('error', (error: NodeJS.ErrnoException) => {
    reason ||= error.code ?? error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return [ok('redis', 'responds; rate limits are shared')]
  } catch (error) {
    const why = reason || (error as Error).message
    const remedy = 'so each node counts rate limits separately. Start Redis, or correct the URL.'
    return [fail('redis', `Redis at REDIS_URL does not respond (${why}), ${remedy}`)]
  } finally {
    redis.disconnect()
  }
}
