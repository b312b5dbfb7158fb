import { createMetaAuth } from '../meta/auth.ts'
import { instagramProfile } from './profile.ts'

export const instagramAuth = createMetaAuth({
  name: instagramProfile.label,
  scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
  exchangeGrant: 'ig_exchange_token',
  refreshGrant: 'ig_refresh_token',
  profileFields: 'user_id,username,name',
  // `id` is the person's id inside the app; the account that publishes is `user_id`.
  idFields: ['user_id', 'id'],
  tokenIn: 'header',
  checkBy: 'code',
})
