const postId = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'
const connectionId = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'
const webhookId = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'
const none = { count: 0, newest: [] }

export const contactsReportExample = {
  from: '2026-11-13',
  to: '2026-11-15',
  time_zone: 'Europe/Lisbon',
  by: 'utm_source',
  days: ['2026-11-13', '2026-11-14', '2026-11-15'],
  series: [
    { name: 'newsletter', value: 'newsletter', total: 9, counts: [4, 5, 0] },
    { name: 'none', value: null, total: 2, counts: [0, 1, 1] },
  ],
  total: 11,
}

export const attentionExample = {
  publishing: null,
  backups: null,
  uploads: null,
  posts: {
    failed: {
      count: 1,
      newest: [
        {
          id: postId,
          platform: 'short',
          text: 'We open at nine.',
          scheduled_date: '2026-11-15T09:00:00.000Z',
          connection_id: connectionId,
          code: 'rejected_content',
          reason: 'X refused the text: it is a repeat of an earlier post. Change it, then retry.',
        },
      ],
    },
    unconfirmed: none,
    missed: none,
    held: none,
    confirming: none,
  },
  connections: [
    {
      id: connectionId,
      platform: 'professional',
      handle: 'example',
      name: 'Example Ltd',
      problem: 'expiring',
      reason: null,
      works_until: '2026-11-20T09:30:00.000Z',
    },
  ],
  rejections: [
    {
      webhook_id: webhookId,
      name: 'Shop',
      count: 3,
      newest: {
        id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9041',
        received_at: '2026-11-15T09:30:00.000Z',
        code: 'wrong_signature',
        reason: 'The signature does not fit the body and the secret.',
      },
    },
  ],
  unmapped: [],
  endpoints: null,
  failed_mails: {
    count: 1,
    newest: {
      id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050',
      kind: 'auto_reply',
      reason: 'The mail server refused the address of the receiver.',
      form_id: null,
      contact_id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9051',
      failed_at: '2026-11-15T09:30:00.000Z',
    },
  },
  held_submissions: { count: 2, newest_at: '2026-11-15T09:30:00.000Z' },
}

export const upcomingExample = {
  from: '2026-11-15',
  to: '2026-11-21',
  time_zone: 'UTC',
  days: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
  series: [
    { platform: 'thread', total: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
    { platform: 'photo', total: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
    { platform: 'professional', total: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
    { platform: 'short', total: 1, counts: [0, 1, 0, 0, 0, 0, 0] },
  ],
  total: 1,
  complete: true,
  next: [
    {
      id: postId,
      platform: 'short',
      text: 'We open at nine.',
      scheduled_date: '2026-11-16T09:00:00.000Z',
      connection_id: null,
    },
  ],
}
