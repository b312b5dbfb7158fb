import type { Platform } from '../../parts/platforms.tsx'

/** Where an app of one's own is made, and how its settings begin. */
export const APPS: Record<Platform, { prefix: string; site: string }> = {
  thread: { prefix: 'THREADS', site: 'https://developers.facebook.com' },
  photo: { prefix: 'INSTAGRAM', site: 'https://developers.facebook.com' },
  professional: { prefix: 'LINKEDIN', site: 'https://www.linkedin.com/developers' },
  short: { prefix: 'X', site: 'https://developer.x.com' },
}
