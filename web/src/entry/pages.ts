/** Small, so they are loaded together. */

export { ForgotPassword, Join, ResetPassword, SetUp } from './by-link.tsx'
export { SignIn } from './SignIn.tsx'
