import { createMetaAuth } from '../meta/auth.ts'
import { threadsProfile } from './profile.ts'

export const threadsAuth = createMetaAuth({
  name: threadsProfile.label,
  scopes: ['threads_basic', 'threads_content_publish'],
  exchangeGrant: 'th_exchange_token',
  refreshGrant: 'th_refresh_token',
  profileFields: 'id,username,name',
  idFields: ['id'],
  tokenIn: 'parameter',
  checkBy: 'app_token',
})
