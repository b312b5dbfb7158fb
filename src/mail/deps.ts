import type { Parts } from '../db/parts.ts'
import type { DayLimits } from './limits.ts'
import { createMail } from './mail.ts'
import { createMailer } from './mailer.ts'

type MailerOptions = Parameters<typeof createMailer>[0]
type MailNeeds = Pick<Parameters<typeof createMail>[0], 'reportPosts' | 'announceUnasked'>

interface MailCore extends Parts {
  config: {
    baseUrl: string
    mail: Pick<MailerOptions, 'smtpUrl' | 'from'> & { limits: DayLimits; retentionDays: number }
  }
}

export function openMail(core: MailCore, needs: MailNeeds) {
  const { baseUrl, mail: settings } = core.config
  const mailer = createMailer({ ...settings, log: core.log })
  return { mailer, mail: createMail({ ...core, ...settings, ...needs, pool: core.jobs, mailer, baseUrl }) }
}
